import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aLink, aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { QuickTool } from './quick-tool';

const signedInAs = aUser();
const url = () => screen.getByLabelText('Long URL');
const shorten = () => screen.getByRole('button', { name: 'Shorten' });

describe('the quick tool, short link', () => {
  test('has no accessibility problems on both tabs', async () => {
    new FakeApi();
    const { container, user } = renderWithStore(<QuickTool />);
    expect(await axe(container)).toHaveNoViolations();
    await user.click(screen.getByRole('radio', { name: 'QR Code' }));
    expect(await axe(container)).toHaveNoViolations();
  });

  test.each([
    ['', 'Please enter a URL to shorten'],
    ['not-a-url', 'Please enter a valid URL (e.g., https://example.com)'],
    ['javascript:alert(1)', 'Please enter a valid URL (e.g., https://example.com)'],
    ['ftp://example.com/x', 'Please enter a valid URL (e.g., https://example.com)'],
  ])('%p is answered with "%s" and no call', async (typed, message) => {
    const fake = new FakeApi();
    const { user } = renderWithStore(<QuickTool />, { signedInAs });
    if (typed) await user.type(url(), typed);
    await user.click(shorten());
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(fake.requests).toHaveLength(0);
  });

  test('signed out, the address is carried to /register and nothing is called', async () => {
    const fake = new FakeApi();
    const { user, where } = renderWithStore(<QuickTool />);
    await user.type(url(), 'https://example.com/a?b=c');
    await user.click(shorten());
    await waitFor(() => expect(where.pathname).toBe('/register'));
    expect(where.state).toMatchObject({ redirectUrl: 'https://example.com/a?b=c' });
    expect(fake.requests).toHaveLength(0);
  });

  test('signed in, it creates the link and shows it', async () => {
    const fake = new FakeApi({ 'POST /api/urls/shorten': ok(aLink({ shortUrl: 'http://localhost:3001/abc' }), 201) });
    const { user } = renderWithStore(<QuickTool />, { signedInAs });
    await user.type(url(), 'example.com/page');
    await user.click(shorten());
    expect(await screen.findByText('URL shortened successfully!')).toBeInTheDocument();
    expect(screen.getByTitle('http://localhost:3001/abc')).toBeInTheDocument();
    expect(screen.queryByText('Demo, not saved')).not.toBeInTheDocument();
    expect(fake.to('POST /api/urls/shorten')[0]?.body).toEqual({ originalUrl: 'https://example.com/page' });
  });

  test('without a connection it shows a demo, with eight characters on our own domain, and says so', async () => {
    new FakeApi({ 'POST /api/urls/shorten': { network: true } });
    const { user } = renderWithStore(<QuickTool />, { signedInAs });
    await user.type(url(), 'https://example.com');
    await user.click(shorten());
    expect(await screen.findByText('Demo URL created! Sign up to save and track your links.')).toBeInTheDocument();
    expect(screen.getByTitle(/^http:\/\/localhost\/[A-Za-z0-9]{8}$/)).toBeInTheDocument();
    expect(screen.getByText('Demo, not saved')).toBeInTheDocument();
  });

  test('a 401 that refreshing does not cure says "Please sign in to shorten URLs" and goes to /login', async () => {
    new FakeApi({
      'POST /api/urls/shorten': problem(401, 'SESSION_EXPIRED', 'No.'),
      'POST /api/api/auth/refresh': problem(401, 'REFRESH_TOKEN_INVALID', 'No.'),
    });
    const { user, where } = renderWithStore(<QuickTool />, { signedInAs });
    await user.type(url(), 'https://example.com');
    await user.click(shorten());
    expect(await screen.findByText('Please sign in to shorten URLs')).toBeInTheDocument();
    expect(where.pathname).toBe('/login');
  });

  test('at the plan limit it shows the way to the plans', async () => {
    new FakeApi({
      'POST /api/urls/shorten': problem(403, 'PLAN_LIMIT_REACHED', 'You have reached your plan limit. Please upgrade to continue.'),
    });
    const { user } = renderWithStore(<QuickTool />, { signedInAs });
    await user.type(url(), 'https://example.com');
    await user.click(shorten());
    expect(await screen.findByText('You have reached your plan limit. Please upgrade to continue.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });

  test('anything else says "Failed to shorten URL. Please try again." and keeps what was typed', async () => {
    new FakeApi({ 'POST /api/urls/shorten': problem(503, 'PART_UNAVAILABLE', 'Links are down.') });
    const { user } = renderWithStore(<QuickTool />, { signedInAs });
    await user.type(url(), 'https://example.com');
    await user.click(shorten());
    expect(await screen.findByText('Failed to shorten URL. Please try again.')).toBeInTheDocument();
    expect(url()).toHaveValue('https://example.com');
  });
});

describe('the quick tool, QR code', () => {
  const openTab = async (options = {}) => {
    const view = renderWithStore(<QuickTool />, options);
    await view.user.click(screen.getByRole('radio', { name: 'QR Code' }));
    return view;
  };
  const content = () => screen.getByLabelText('Content of the QR code');
  const generate = () => screen.getByRole('button', { name: 'Generate' });

  test('needs a content', async () => {
    new FakeApi();
    const { user } = await openTab();
    await user.click(generate());
    expect(screen.getByText('Please enter content for the QR code')).toBeInTheDocument();
  });

  test('signed out, the content is carried to /register', async () => {
    new FakeApi();
    const { user, where } = await openTab();
    await user.type(content(), 'Hello there');
    await user.click(generate());
    await waitFor(() => expect(where.pathname).toBe('/register'));
    expect(where.state).toMatchObject({ redirectQR: 'Hello there' });
  });

  test.each([
    ['https://example.com', 'url'],
    ['Hello there', 'text'],
  ])('signed in, %s becomes a code of type %s', async (typed, type) => {
    const fake = new FakeApi({ 'POST /api/qrcodes/generate': ok({ id: 'q1', qrCode: 'iVBORw0KGgo=' }, 201) });
    const { user } = await openTab({ signedInAs });
    await user.type(content(), typed);
    await user.click(generate());
    expect(await screen.findByText('QR Code generated successfully!')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Your QR code' })).toHaveAttribute('src', 'data:image/png;base64,iVBORw0KGgo=');
    expect(fake.to('POST /api/qrcodes/generate')[0]?.body).toEqual({ content: typed, type });
  });

  test('without a connection our own renderer draws the demo', async () => {
    new FakeApi({ 'POST /api/qrcodes/generate': { network: true } });
    const { user } = await openTab({ signedInAs });
    await user.type(content(), 'https://example.com');
    await user.click(generate());
    expect(await screen.findByText('Demo URL created! Sign up to save and track your links.')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Your QR code' }).getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
  });

  test('a 401 says "Please sign in to generate QR codes" and goes to /register with the content', async () => {
    new FakeApi({
      'POST /api/qrcodes/generate': problem(401, 'SESSION_EXPIRED', 'No.'),
      'POST /api/api/auth/refresh': problem(401, 'REFRESH_TOKEN_INVALID', 'No.'),
    });
    const { user, where } = await openTab({ signedInAs });
    await user.type(content(), 'Hello');
    await user.click(generate());
    expect(await screen.findByText('Please sign in to generate QR codes')).toBeInTheDocument();
    expect(where).toMatchObject({ pathname: '/register', state: { redirectQR: 'Hello' } });
  });

  test('anything else says "Failed to generate QR code. Please try again."', async () => {
    new FakeApi({ 'POST /api/qrcodes/generate': problem(503, 'PART_UNAVAILABLE', 'Down.') });
    const { user } = await openTab({ signedInAs });
    await user.type(content(), 'Hello');
    await user.click(generate());
    expect(await screen.findByText('Failed to generate QR code. Please try again.')).toBeInTheDocument();
  });
});
