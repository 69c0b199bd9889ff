import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { FakeApi, problem } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import type { OpenApiDocument } from './openapi.types';
import { curlOf, groupsOf } from './operations';
import { exampleOf, fieldsOf } from './schema-fields';

const error = { description: 'VALIDATION_FAILED, LINK_ALIAS_TAKEN', content: {} };
const document: OpenApiDocument = {
  info: { title: 'Linqr API', version: '1' },
  paths: {
    '/api/health': { get: { operationId: 'Health_health', summary: 'How the parts are', tags: ['Health'], responses: { 200: {} } } },
    '/api/urls/shorten': {
      post: {
        operationId: 'Link_create',
        summary: 'Create a short link',
        tags: ['Short links'],
        security: [{ bearer: [] }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateLink' } } } },
        responses: {
          201: {
            content: { 'application/json': { schema: { type: 'object', properties: { data: { $ref: '#/components/schemas/Link' } } } } },
          },
          400: error,
        },
      },
    },
    '/api/urls/{id}': {
      get: {
        operationId: 'Link_one',
        summary: 'One link',
        tags: ['Short links'],
        security: [{ bearer: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'timeRange', in: 'query', schema: { type: 'string', enum: ['24h', '7d'], default: '7d' } },
        ],
        responses: { 200: {} },
      },
    },
  },
  components: {
    schemas: {
      CreateLink: {
        type: 'object',
        required: ['originalUrl'],
        properties: {
          originalUrl: { type: 'string', maxLength: 8192 },
          redirectType: {
            anyOf: [
              { type: 'number', enum: [301] },
              { type: 'number', enum: [302] },
            ],
          },
          rules: {
            type: 'array',
            maxItems: 20,
            items: { type: 'object', required: ['destination'], properties: { destination: { type: 'string' } } },
          },
        },
      },
      Link: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          expiresAt: { type: 'string', nullable: true },
          parent: { $ref: '#/components/schemas/Link' },
        },
      },
    },
  },
  'x-error-codes': {
    VALIDATION_FAILED: { status: 400, about: 'A field is missing.' },
    LINK_ALIAS_TAKEN: { status: 409, about: 'That alias is already taken.' },
  },
};

describe('reading an OpenAPI document', () => {
  test('fields stand with their parents, types and bounds', () => {
    const rows = fieldsOf({ $ref: '#/components/schemas/CreateLink' }, document);
    expect(rows.map(({ path, required }) => [path, required])).toEqual([
      ['originalUrl', true],
      ['redirectType', false],
      ['rules', false],
      ['rules[].destination', true],
    ]);
    expect(rows[0]?.notes).toEqual(['At most 8,192 characters']);
    expect(rows[1]).toMatchObject({ type: '301 | 302', notes: ['One of 301, 302'] });
  });

  test('a schema that holds itself comes to an end', () => {
    expect(fieldsOf({ $ref: '#/components/schemas/Link' }, document).length).toBeLessThan(40);
    expect(JSON.stringify(exampleOf({ $ref: '#/components/schemas/Link' }, document)).length).toBeLessThan(2_000);
  });

  test('groups come in reading order, health after links', () => {
    expect(groupsOf(document).map(({ name }) => name)).toEqual(['Short links', 'Health']);
  });

  test('a call can be pasted: address, key and what is required of the body', () => {
    const [links, health] = groupsOf(document);
    expect(curlOf(links!.endpoints[0]!, document, 'https://app.example.com')).toBe(
      `curl -X POST 'https://app.example.com/api/v1/urls/shorten' \\
  -H "Authorization: Bearer $LINQR_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "originalUrl": "https://example.com/spring"
  }'`,
    );
    expect(curlOf(links!.endpoints[1]!, document, 'https://a.example')).toContain("'https://a.example/api/v1/urls/LINK_ID'");
    expect(curlOf(health!.endpoints[0]!, document, 'https://a.example')).toBe("curl 'https://a.example/api/v1/health'");
  });
});

describe('the API reference', () => {
  const open = () => {
    const fake = new FakeApi({ 'GET /api/openapi.json': { body: document } });
    return { fake, ...renderApp('/api') };
  };

  test('shows every call of the document without accessibility problems, folded and unfolded', async () => {
    const { container, user } = open();
    const create = (await screen.findByRole('heading', { name: 'Create a short link' })).closest('section') as HTMLElement;
    expect(within(create).getByText('/api/v1/urls/shorten')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'How the parts are' })).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
    for (const summary of within(create).getAllByText(/^(Answer 201|Errors)$/)) await user.click(summary);
    expect(within(create).getByText('expiresAt')).toBeInTheDocument();
    expect(within(create).getByText('That alias is already taken.')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('lists every error code with its meaning', async () => {
    open();
    const section = (await screen.findByRole('heading', { name: 'Error codes' })).closest('section') as HTMLElement;
    expect(within(section).getByText('LINK_ALIAS_TAKEN')).toBeInTheDocument();
    expect(within(section).getByText('409')).toBeInTheDocument();
  });

  test('the filter keeps what matches and says when nothing does', async () => {
    const { user } = open();
    const box = await screen.findByRole('searchbox', { name: 'Filter the calls' });
    await user.type(box, 'post shorten');
    expect(screen.getByRole('heading', { name: 'Create a short link' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'One link' })).not.toBeInTheDocument();
    await user.type(box, ' nonsense');
    expect(screen.getByText(/No call matches/)).toBeInTheDocument();
  });

  test('offers downloads that the server has, and no others', async () => {
    const { unmount } = open();
    await screen.findByRole('heading', { name: 'One link' });
    expect(screen.getByRole('link', { name: /OpenAPI description/ })).toHaveAttribute('href', '/api/openapi.json');
    expect(screen.queryByRole('link', { name: /Postman/ })).not.toBeInTheDocument();
    unmount();
    const withPostman = { ...document, paths: { ...document.paths, '/api/postman.json': { get: document.paths['/api/health']!.get! } } };
    new FakeApi({ 'GET /api/openapi.json': { body: withPostman } });
    renderApp('/api');
    expect(await screen.findByRole('link', { name: /Postman collection/ })).toHaveAttribute('href', '/api/postman.json');
  });

  test('a document that does not come says so in its place and can be tried again', async () => {
    const fake = new FakeApi({ 'GET /api/openapi.json': problem(503, 'PART_UNAVAILABLE', 'Not now.') });
    const { user } = renderApp('/api');
    expect(await screen.findByText('Not now.')).toBeInTheDocument();
    fake.on('GET /api/openapi.json', { body: document });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Create a short link' })).toBeInTheDocument();
  });
});
