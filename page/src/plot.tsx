// Lines over time. The canvas is drawn by uPlot; a table says the same to those who cannot see it.

import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

export interface Series {
  readonly name: string;
  /** The name of a colour of style.css, without its dashes. */
  readonly colour: string;
  readonly values: readonly number[];
}

interface Props {
  readonly title: string;
  /** Seconds since 1970, or from the beginning of a run if `isElapsed`. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly isElapsed?: boolean;
  readonly height?: number;
}

export function Plot({ title, times, series, isElapsed = false, height = 170 }: Props) {
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
        {series.map(({ name, colour, values }) => (
          <span key={name} class="key">
            <i class={`colour-${colour}`} />
            {name} <b>{(values.at(-1) ?? 0).toLocaleString('en')}</b>
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
      x: { time: !isElapsed },
      y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] },
    },
    series: [
      {},
      ...series.map(({ name, colour: named, values }) => ({
        label: name,
        stroke: colour(named),
        width: 2,
        points: { show: values.length < 40, size: 5, fill: colour(named) },
      })),
    ],
    axes: [
      { ...axis, values: (_plot, splits) => splits.map(isElapsed ? (each) => `${each} s` : day) },
      {
        ...axis,
        size: 46,
        values: (_plot, splits) => splits.map((each) => (Number.isInteger(each) ? COMPACT.format(each) : '')),
      },
    ],
  };
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(5, 10);
}
