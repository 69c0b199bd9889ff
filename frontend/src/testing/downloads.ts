import { afterEach, beforeEach } from '@jest/globals';

export interface Download {
  name: string;
  blob: Blob;
}

/** Files that the page saves during a test, newest last: jsdom has neither object URLs nor downloads. */
export function watchDownloads(): Download[] {
  const downloads: Download[] = [];
  const blobs = new Map<string, Blob>();
  const click = HTMLAnchorElement.prototype.click;
  beforeEach(() => {
    downloads.length = 0;
    URL.createObjectURL = (blob) => {
      const href = `blob:test/${blobs.size}`;
      blobs.set(href, blob as Blob);
      return href;
    };
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
      const blob = blobs.get(this.href);
      if (this.download && blob) downloads.push({ name: this.download, blob });
      else click.call(this);
    };
  });
  afterEach(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  return downloads;
}

/** A blob's text; jsdom's Blob has no text(). */
export const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsText(blob);
  });
