import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { apiGuide } from './guide.js';
import { postmanCollection } from './postman.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Linqr API', version: '1.0', description: 'Links.' },
  'x-error-codes': { LINK_NOT_FOUND: { status: 404, about: 'No such link | or not yours' } },
  components: {
    schemas: {
      NewLink: {
        type: 'object',
        required: ['originalUrl'],
        properties: {
          originalUrl: { type: 'string', format: 'uri', description: 'Destination' },
          tags: { type: 'array', items: { type: 'string' } },
          redirectType: { type: 'integer', enum: [301, 302] },
        },
      },
    },
  },
  paths: {
    '/api/urls/{id}': {
      put: {
        tags: ['Links'],
        summary: 'Change a link',
        security: [{ bearer: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dry', in: 'query', schema: { type: 'boolean' }, description: 'Try only' },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewLink' } } } },
        responses: { '200': { description: 'The link' }, '404': { description: 'LINK_NOT_FOUND' } },
      },
    },
    '/api/health': { get: { tags: ['Health'], summary: 'Health', responses: { '200': { description: 'ok' } } } },
  },
} as unknown as OpenAPIObject;

describe('the Postman collection', () => {
  const collection = postmanCollection(document, 'https://app.example.com') as {
    item: { name: string; item: { name: string; request: Record<string, never> }[] }[];
    variable: { key: string; value: string }[];
  };

  it('has one request for each call, in groups, with the key and the origin as variables', () => {
    expect(collection.item.map(({ name, item }) => [name, item.length])).toEqual([
      ['Links', 1],
      ['Health', 1],
    ]);
    expect(collection.variable).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: 'baseUrl', value: 'https://app.example.com' })]),
    );
    const { request } = collection.item[0]!.item[0]!;
    expect(request).toMatchObject({
      method: 'PUT',
      url: { raw: '{{baseUrl}}/api/urls/:id', variable: [{ key: 'id' }], query: [{ key: 'dry', disabled: true }] },
    });
    expect(JSON.parse((request as unknown as { body: { raw: string } }).body.raw)).toEqual({
      originalUrl: 'https://example.com/page',
      tags: ['<tags>'],
      redirectType: 301,
    });
    expect(collection.item[1]!.item[0]!.request).toMatchObject({ auth: { type: 'noauth' } });
  });
});

describe('the API guide', () => {
  const guide = apiGuide(document, 'https://app.example.com');

  it('shows each call with its parameters, fields, an example and its answers, and every error code', () => {
    for (const part of [
      '## Links',
      '### Change a link',
      '`PUT /api/urls/{id}`',
      '| `id` | path | yes |',
      '| `originalUrl` | string | yes | Destination |',
      '-d \'{"originalUrl":',
      '| 404 | LINK_NOT_FOUND |',
    ])
      expect(guide).toContain(part);
    expect(guide).toContain('| `LINK_NOT_FOUND` | 404 | No such link \\| or not yours |');
  });
});
