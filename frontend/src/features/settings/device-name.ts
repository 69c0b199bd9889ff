import { t } from '../../messages/en/settings';

/** First match wins: Edge and Opera also call themselves Chrome, Chrome also calls itself Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, phone: boolean])[] = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows', false],
  [/\bCrOS\b/, 'ChromeOS', false],
  [/\bMac OS X\b/, 'macOS', false],
  [/\bLinux\b/, 'Linux', false],
];

export interface DeviceName {
  /** 'Firefox on Windows' */
  name: string;
  kind: 'computer' | 'phone' | 'script';
}

/** What a person recognises in a user agent; a program's name for one that is no browser. */
export function deviceName(userAgent: string): DeviceName {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [, system, phone] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const kind = phone ? 'phone' : 'computer';
  if (browser && system) return { name: t('onSystem', { browser, system }), kind };
  if (browser ?? system) return { name: browser ?? system ?? '', kind };
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  return program ? { name: t('aScript', { name: program }), kind: 'script' } : { name: t('unknownDevice'), kind: 'computer' };
}
