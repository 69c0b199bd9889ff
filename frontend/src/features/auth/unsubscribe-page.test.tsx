import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { UnsubscribePage } from './unsubscribe-page';

const URL = '/api/auth/unsubscribe';
const weekly = (subscribed: boolean, email = 'a…@example.com') => ok({ list: 'weeklyReports', email, subscribed });
function open(handlers: ConstructorParameters<typeof FakeApi>[0], entry = '/unsubscribe?token=w.usr_1.mac') {
  return { fake: new FakeApi(handlers), ...renderWithStore(<UnsubscribePage />, { entry }) };
}

describe('the unsubscribe page', () => {
  test('has no accessibility problems, asks once, and can be taken back', async () => {
    const { container, fake, user } = open({
      [`GET ${URL}`]: weekly(true),
      [`POST ${URL}`]: weekly(false),
      [`DELETE ${URL}`]: weekly(true),
    });
    expect(await screen.findByText('Stop sending weekly reports to a…@example.com?')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
    expect(fake.to(`POST ${URL}`)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('We no longer send weekly reports to a…@example.com.')).toBeInTheDocument();
    expect(fake.to(`POST ${URL}`)[0]?.params).toEqual({ token: 'w.usr_1.mac' });
    await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
    expect(await screen.findByText('You get these emails again.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeInTheDocument();
  });

  test('says when the link is broken, the token missing, or the account gone', async () => {
    const broken = open({ [`GET ${URL}`]: problem(400, 'UNSUBSCRIBE_TOKEN_INVALID', 'This link is not complete.') });
    expect(await screen.findByText('This link is not complete.')).toBeInTheDocument();
    broken.unmount();
    const missing = open({}, '/unsubscribe');
    expect(screen.getByText(/Open this page with the link/)).toBeInTheDocument();
    missing.unmount();
    open({ [`GET ${URL}`]: weekly(false, '') });
    expect(await screen.findByText(/does not exist any more/)).toBeInTheDocument();
  });
});
