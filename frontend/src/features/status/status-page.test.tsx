import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { FakeApi, ok } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { StatusPage } from './status-page';

const parts = { auth: 'up', link: 'up', qr: 'up', analytics: 'up', billing: 'up', webhook: 'up' };
const row = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);

describe('the status page', () => {
  test('says that everything is up when every part is', async () => {
    new FakeApi({ 'GET /api/health': ok({ status: 'ok', version: '1.2.3', parts }) });
    const { container } = renderWithStore(<StatusPage />);
    expect(await screen.findByRole('heading', { name: 'Everything is up' })).toBeInTheDocument();
    expect(screen.getAllByText('Up')).toHaveLength(7);
    expect(screen.getByText(/Version 1\.2\.3/)).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('names the part that is down, and a part it has no words for', async () => {
    new FakeApi({ 'GET /api/health': ok({ status: 'degraded', version: '1', parts: { ...parts, analytics: 'down', search: 'up' } }) });
    renderWithStore(<StatusPage />);
    expect(await screen.findByRole('heading', { name: 'A part is down' })).toBeInTheDocument();
    expect(row('Analytics').getByText('Down')).toBeInTheDocument();
    expect(row('Short links').getByText('Up')).toBeInTheDocument();
    expect(row('search').getByText('Up')).toBeInTheDocument();
  });

  test('an old answer is not shown as the present when the server no longer answers', async () => {
    const fake = new FakeApi({ 'GET /api/health': ok({ status: 'ok', version: '1', parts }) });
    const { user, container } = renderWithStore(<StatusPage />);
    await screen.findByRole('heading', { name: 'Everything is up' });
    fake.on('GET /api/health', { network: true });
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(await screen.findByRole('heading', { name: 'The server does not answer' })).toBeInTheDocument();
    expect(screen.queryByText('Up')).not.toBeInTheDocument();
    expect(screen.getAllByText('Not known').length).toBeGreaterThan(1);
    expect(await axe(container)).toHaveNoViolations();
  });
});
