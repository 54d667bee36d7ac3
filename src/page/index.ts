// The door of page/: others import only this.

export { causesIn } from './cause-data.ts';
export { pageHtml, pageTemplate } from './html.ts';
export { PAGE_FORMAT, type PageData } from './page-data.ts';
