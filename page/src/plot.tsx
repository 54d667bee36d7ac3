// Lines over time. The canvas is drawn by uPlot; a table says the same to those who cannot see it.

import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

export interface Series {
  readonly name: string;
  /** The name of a colour of style.css, without its dashes. */
  readonly colour: string;
  readonly values: readonly number[];
  /** What the last value is out of. */
  readonly of?: number;
}

interface Props {
  readonly title: string;
  /** Seconds since 1970, or from the beginning of a run if `isElapsed`. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly isElapsed?: boolean;
  readonly height?: number;
  /** Behind the last values. */
  readonly unit?: string;
}

export function Plot({ title, times, series, isElapsed = false, height = 170, unit = '' }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const names = series.map(({ name }) => name).join('|');
  const data = [times, ...series.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const make = () => {
      plot.current?.destroy();
      plot.current = new uPlot(
        optionsFor(element, { title, times, series, isElapsed, height }),
        data,
        element,
      );
    };
    make();
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', make);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', make);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [names, isElapsed, height]);
  useEffect(() => plot.current?.setData(data), [times, series]);
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b>
        {series.map(({ name, colour, values, of }) => (
          <span key={name} class="key">
            <i class={`colour-${colour}`} />
            {name}{' '}
            <b>
              {(values.at(-1) ?? 0).toLocaleString('en')}
              {unit}
            </b>
            {of === undefined ? '' : ` of ${of.toLocaleString('en')}`}
          </span>
        ))}
      </figcaption>
      <div class="canvas" ref={box} aria-hidden="true" />
    </figure>
  );
}

function optionsFor(element: HTMLElement, { series, isElapsed, height = 170 }: Props): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    stroke: colour('quiet'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1 },
    font: '11px system-ui',
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { points: { size: 6 }, drag: { x: false, y: false } },
    scales: {
      x: { time: !isElapsed, range: (_plot, low, high) => spread(low, high) },
      y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] },
    },
    series: [
      {},
      ...series.map(({ name, colour: named }) => ({
        label: name,
        stroke: colour(named),
        width: 2,
        points: { show: (plot: uPlot) => plot.data[0].length < FEW_POINTS, size: 5, fill: colour(named) },
      })),
    ],
    axes: [
      { ...axis, size: 28, values: (_plot, splits) => (isElapsed ? splits.map(elapsed) : moments(splits)) },
      {
        ...axis,
        size: 46,
        values: (_plot, splits) => splits.map((each) => (Number.isInteger(each) ? COMPACT.format(each) : '')),
      },
    ],
  };
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

/** More are a line. */
const FEW_POINTS = 40;
const LEAST_SECONDS = 60;

/** A single moment stands in the middle of some time. */
function spread(low: number, high: number): [number, number] {
  return low === high ? [low - LEAST_SECONDS, high + LEAST_SECONDS] : [low, high];
}

function elapsed(seconds: number): string {
  if (seconds < 600) return `${seconds} s`;
  return seconds < 36_000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

const DAY_SECONDS = 86_400;

/** Days, or the time of day where the days are the same. */
function moments(seconds: readonly number[]): string[] {
  const areHours = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0) < 2 * DAY_SECONDS;
  return seconds.map((each) => {
    const text = new Date(each * 1000).toISOString();
    return areHours ? text.slice(11, 16) : text.slice(5, 10);
  });
}
