// The door of page/: others import only this.

export { causesIn } from './cause-data.ts';
export { pageHtml } from './html.ts';
export { PAGE_FORMAT } from './page-data.ts';
