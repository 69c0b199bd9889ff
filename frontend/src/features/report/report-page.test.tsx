import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { ReportPage } from './report-page';

const sendPath = 'POST /api/report';

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, entry = '/report') {
  const fake = new FakeApi({ [sendPath]: ok({ id: 'rep_1' }, 202), ...handlers });
  return { fake, ...renderWithStore(<ReportPage />, { entry }) };
}

describe('the report screen', () => {
  test('has a form and no accessibility problems', async () => {
    const { container } = open();
    expect(screen.getByRole('heading', { level: 1, name: 'Report a link' })).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('is filled by the address and sends without an email', async () => {
    const { fake, user } = open({}, '/report?shortId=abc123');
    expect(screen.getByLabelText('Short link')).toHaveValue('abc123');
    await user.selectOptions(screen.getByLabelText('What is wrong?'), 'Malware');
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByRole('heading', { name: 'Thank you for your report' })).toHaveFocus();
    expect(fake.to(sendPath)[0]?.body).toEqual({ shortId: 'abc123', reason: 'Malware', details: '', email: '', website: '' });
  });

  test('asks for the link and for a real email', async () => {
    const { fake, user } = open();
    await user.type(screen.getByLabelText(/Your email/), 'nobody');
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(screen.getByText('Please enter the short link.')).toBeInTheDocument();
    expect(screen.getByText('Please enter a valid email address.')).toBeInTheDocument();
    expect(fake.to(sendPath)).toHaveLength(0);
  });

  test('says when too many were sent', async () => {
    const { user } = open(
      { [sendPath]: problem(429, 'RATE_LIMITED', 'Too many messages from your network. Please try again later.') },
      '/report?shortId=abc',
    );
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Too many messages from your network. Please try again later.')).toBeInTheDocument();
  });
});
