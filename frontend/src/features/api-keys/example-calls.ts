import { t } from '../../messages/en/api-keys';

/** The variable that the examples read the key from. */
export const keyVariable = 'LINQR_API_KEY';

export type CallKey = 'shorten' | 'list' | 'qr' | 'analytics';
export type Language = 'curl' | 'javascript' | 'python';

interface Call {
  label: string;
  method: 'GET' | 'POST';
  /** Below the API's base. */
  path: string;
  body?: Record<string, unknown>;
}

export const calls: Record<CallKey, Call> = {
  shorten: {
    label: t('shorten'),
    method: 'POST',
    path: '/urls/shorten',
    body: { originalUrl: 'https://example.com/spring', customAlias: 'spring', title: 'Spring campaign' },
  },
  list: { label: t('list'), method: 'GET', path: '/urls?page=1&limit=20' },
  qr: {
    label: t('qr'),
    method: 'POST',
    path: '/qrcodes/generate',
    body: { content: 'https://example.com/menu', type: 'url', customization: { size: 300, color: '#000000' } },
  },
  analytics: { label: t('analytics'), method: 'GET', path: '/analytics/LINK_ID?timeRange=7d' },
};

export const languages: Record<Language, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

const indented = (body: unknown, by: string): string => JSON.stringify(body, null, 2).replaceAll('\n', `\n${by}`);

function curl(url: string, { method, body }: Call): string {
  const lines = [method === 'GET' ? `curl '${url}'` : `curl -X ${method} '${url}'`, `-H "Authorization: Bearer $${keyVariable}"`];
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${indented(body, '  ')}'`);
  return lines.join(' \\\n  ');
}

function javascript(url: string, { method, body }: Call): string {
  const key = `\`Bearer \${process.env.${keyVariable}}\``;
  const options = body
    ? [
        `  method: '${method}',`,
        `  headers: { Authorization: ${key}, 'Content-Type': 'application/json' },`,
        `  body: JSON.stringify(${indented(body, '  ')}),`,
      ]
    : [`  headers: { Authorization: ${key} },`];
  return [
    `const response = await fetch('${url}', {`,
    ...options,
    '});',
    'const answer = await response.json();',
    'if (!answer.success) throw new Error(answer.message);',
    'console.log(answer.data);',
  ].join('\n');
}

function python(url: string, { method, body }: Call): string {
  return [
    'import os, requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    '${url}',`,
    `    headers={'Authorization': f"Bearer {os.environ['${keyVariable}']}"},`,
    ...(body ? [`    json=${indented(body, '    ')},`] : []),
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    `print(response.json()['data'])`,
  ].join('\n');
}

const writers: Record<Language, (url: string, call: Call) => string> = { curl, javascript, python };

/** A call as one would paste it. `origin` is where the API of this installation is: 'https://linqr.example'. */
export function exampleCode(origin: string, call: CallKey, language: Language): string {
  return writers[language](`${origin}/api/v1${calls[call].path}`, calls[call]);
}
