import { describe, expect, test } from '@jest/globals';
import { exampleCode } from './example-calls';

describe('the example calls', () => {
  test('a POST in curl has the method, the key, the type and a body that is JSON', () => {
    const code = exampleCode('https://linqr.example', 'shorten', 'curl');
    expect(code).toContain("curl -X POST 'https://linqr.example/api/v1/urls/shorten' \\\n");
    expect(code).toContain('-H "Authorization: Bearer $LINQR_API_KEY"');
    expect(JSON.parse(/-d '([^']+)'/.exec(code)?.[1] ?? '')).toMatchObject({ originalUrl: 'https://example.com/spring' });
  });

  test('a GET in curl has no body and its query is quoted', () => {
    const code = exampleCode('https://linqr.example', 'list', 'curl');
    expect(code).toBe(`curl 'https://linqr.example/api/v1/urls?page=1&limit=20' \\\n  -H "Authorization: Bearer $LINQR_API_KEY"`);
  });

  test('JavaScript is JavaScript, and sends what it shows', () => {
    const code = exampleCode('https://linqr.example', 'qr', 'javascript');
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (code: string) => unknown;
    expect(() => new AsyncFunction(code)).not.toThrow();
    expect(code).toContain("method: 'POST'");
    expect(code).toContain('"type": "url"');
  });

  test('Python reads the key from the environment', () => {
    const code = exampleCode('https://linqr.example', 'analytics', 'python');
    expect(code).toContain("os.environ['LINQR_API_KEY']");
    expect(code).toContain("'https://linqr.example/api/v1/analytics/LINK_ID?timeRange=7d'");
  });
});
