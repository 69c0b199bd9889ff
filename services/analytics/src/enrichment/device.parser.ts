import { UAParser } from 'ua-parser-js';
import { boundedText } from './text.js';

export interface Device {
  /** desktop, mobile, tablet, tv, console, wearable, embedded; '' where the agent does not tell. */
  device: string;
  /** '' where unknown, likewise os. */
  browser: string;
  os: string;
}

const DESKTOP_SYSTEMS =
  /^(?:windows|mac os|linux|chrom(?:e|ium) os|ubuntu|debian|fedora|mint|suse|arch|gentoo|centos|redhat|freebsd|openbsd|netbsd)/i;
const TYPES: Record<string, string> = { smarttv: 'tv', xr: 'wearable' };

/** About 30 µs: callers keep the answers by user agent. */
export function parseDevice(userAgent: string): Device {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  const system = boundedText(os.name ?? '', 40);
  // The parser names a type for everything but computers.
  const type = device.type ? (TYPES[device.type] ?? device.type) : DESKTOP_SYSTEMS.test(system) ? 'desktop' : '';
  return { device: type, browser: boundedText(browser.name ?? '', 40), os: system === 'Mac OS' ? 'macOS' : system };
}
