import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aUser } from '../../testing/factories';
import { FakeApi, ok, problem } from '../../testing/fake-api';
import { renderWithStore } from '../../testing/render-app';
import { ContactPage } from './contact-page';

const sendPath = 'POST /api/contact';

function open(handlers: ConstructorParameters<typeof FakeApi>[0] = {}, entry = '/contact', signedInAs?: ReturnType<typeof aUser>) {
  const fake = new FakeApi({ [sendPath]: ok({ id: 'msg_1' }, 202), ...handlers });
  return { fake, ...renderWithStore(<ContactPage />, signedInAs ? { entry, signedInAs } : { entry }) };
}

describe('the contact screen', () => {
  test('has hours, questions and a form, and no accessibility problems', async () => {
    const { container } = open();
    expect(screen.getByRole('heading', { level: 1, name: 'Contact us' })).toBeInTheDocument();
    expect(screen.getByText('8 am – 5 pm PST')).toBeInTheDocument();
    expect(screen.getByText('Closed')).toBeInTheDocument();
    expect(await axe(container)).toHaveNoViolations();
  });

  test('sends what was typed and says so in the words that were agreed', async () => {
    const { fake, user } = open();
    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.selectOptions(screen.getByLabelText('What is it about?'), 'feedback');
    await user.type(screen.getByLabelText('Subject'), 'Hello');
    await user.type(screen.getByLabelText('Message'), 'It works.');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText("Message sent successfully! We'll get back to you soon.")).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus();
    expect(fake.to(sendPath)[0]?.body).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      type: 'feedback',
      subject: 'Hello',
      message: 'It works.',
      website: '',
    });
  });

  test('asks for what is missing before it sends anything', async () => {
    const { fake, user } = open();
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    for (const text of ['Name is required', 'Email is required', 'Subject is required', 'Message is required'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(fake.to(sendPath)).toHaveLength(0);
  });

  test('knows who is signed in, and what a quote is about', () => {
    open({}, '/contact?type=sales', aUser({ name: 'Grace Hopper', email: 'grace@example.com' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Grace Hopper');
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
    expect(screen.getByLabelText('What is it about?')).toHaveValue('sales');
    expect(screen.getByLabelText('Subject')).not.toHaveValue('');
  });

  test('keeps what was typed when it fails, and shows the server’s word at its field', async () => {
    const refused = problem(400, 'VALIDATION_FAILED', 'Please enter a valid email address.', [
      { field: 'email', message: 'Please enter a valid email address.' },
    ]);
    const { fake, user } = open({ [sendPath]: refused }, '/contact', aUser());
    await user.type(screen.getByLabelText('Subject'), 'Hello');
    await user.type(screen.getByLabelText('Message'), 'It works.');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please enter a valid email address.'));
    expect(screen.getByLabelText('Message')).toHaveValue('It works.');
    fake.on(sendPath, { network: true });
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    await waitFor(() => expect(fake.to(sendPath)).toHaveLength(2));
  });
});
