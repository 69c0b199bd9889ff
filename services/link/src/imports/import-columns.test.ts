import { describe, expect, it } from '@jest/globals';
import { checkColumns, planColumns, requireDestination } from './import-columns.js';

/** header → field, of those that are imported. */
const plan = (line: string) => {
  const header = line.split(',');
  const { fields, source } = planColumns(header);
  return [source, Object.fromEntries(header.flatMap((name, i) => (fields[i] ? [[name, fields[i]]] : [])))];
};

describe('columns', () => {
  it.each([
    [
      'ours',
      'originalUrl,customAlias,title,description,tags,password,expiresAt,domain',
      'linqr',
      {
        originalUrl: 'originalUrl',
        customAlias: 'customAlias',
        title: 'title',
        description: 'description',
        tags: 'tags',
        password: 'password',
        expiresAt: 'expiresAt',
        domain: 'domain',
      },
    ],
    [
      'Bitly',
      'title,long_url,link,custom_bitlinks,tags,created_at',
      'bitly',
      { title: 'title', long_url: 'originalUrl', custom_bitlinks: 'shortUrl', tags: 'tags' },
    ],
    [
      'Dub',
      'Short link,Destination URL,Title,Description,Clicks,Tags',
      'dub',
      { 'Short link': 'shortUrl', 'Destination URL': 'originalUrl', Title: 'title', Description: 'description', Tags: 'tags' },
    ],
    ['the API of Dub', 'domain,key,url,expiresAt', 'dub', { key: 'customAlias', url: 'originalUrl', expiresAt: 'expiresAt' }],
    [
      'Kutt',
      'address,target,description,expire_in,visit_count,link',
      'kutt',
      { address: 'customAlias', target: 'originalUrl', description: 'description', expire_in: 'expiresAt' },
    ],
    ['YOURLS', 'keyword,url,title,timestamp,ip,clicks', 'yourls', { keyword: 'customAlias', url: 'originalUrl', title: 'title' }],
    [
      'Shlink',
      'createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits',
      'shlink',
      { shortCode: 'customAlias', longUrl: 'originalUrl', title: 'title', tags: 'tags' },
    ],
    ['anybody else', 'Name;Website;Foo'.replaceAll(';', ','), 'csv', { Name: 'title', Website: 'originalUrl' }],
    ['a list of links', 'link', 'csv', { link: 'originalUrl' }],
  ])('of %s are known by their headers', (_, header, source, fields) => {
    expect(plan(header)).toEqual([source, fields]);
  });

  it('are what a person says they are', () => {
    expect(checkColumns(['', 'originalUrl'], ['a', 'b', 'c'])).toEqual(['', 'originalUrl', '']);
  });

  it.each([
    ['an unknown field', ['nonsense']],
    ['a field twice', ['title', 'title']],
    ['more columns than there are', ['title', 'tags', 'originalUrl']],
  ])('cannot be %s', (_, fields) => {
    expect(() => checkColumns(fields, ['a', 'b'])).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });

  it('without a destination are no links', () => {
    expect(() => requireDestination(['title', ''])).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});
