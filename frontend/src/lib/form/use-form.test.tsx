import { describe, expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { TextField } from '../../components/field/text-field';
import { saveDrafts } from './drafts';
import { noteTyped } from './typed-early';
import { useForm } from './use-form';

function Sample({ onSubmit = async () => undefined }: { onSubmit?: (values: { name: string; secret: string }) => Promise<unknown> }) {
  const form = useForm({
    initial: { name: '', secret: '' },
    validate: ({ name }) => (name ? {} : { name: 'Name please' }),
    onSubmit,
    draftKey: 'sample',
    secrets: ['secret'],
  });
  return (
    <form {...form.formProps}>
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Secret" {...form.field('secret')} />
      <button type="submit">Send</button>
      {form.formError && <p>{form.formError}</p>}
    </form>
  );
}

describe('useForm', () => {
  test('says what is wrong when a field is left, not before', async () => {
    const user = userEvent.setup();
    render(<Sample />);
    await user.click(screen.getByLabelText('Name'));
    expect(screen.queryByText('Name please')).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByText('Name please')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Name'), 'x');
    expect(screen.queryByText('Name please')).not.toBeInTheDocument();
  });

  test('a server problem with a field disappears when that field changes; one without a field stands at the form', async () => {
    const user = userEvent.setup();
    const answers: unknown[] = [
      { status: 400, code: 'VALIDATION_FAILED', message: 'No.', details: [{ field: 'name', message: 'Taken' }] },
      { status: 503, code: 'PART_UNAVAILABLE', message: 'Later, please.', details: [] },
    ];
    render(<Sample onSubmit={async () => Promise.reject(answers.shift())} />);
    await user.type(screen.getByLabelText('Name'), 'ada');
    await user.click(screen.getByText('Send'));
    expect(await screen.findByText('Taken')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    await user.type(screen.getByLabelText('Name'), '2');
    expect(screen.queryByText('Taken')).not.toBeInTheDocument();
    await user.click(screen.getByText('Send'));
    expect(await screen.findByText('Later, please.')).toBeInTheDocument();
  });

  test('a form that was filled and sent before its script was there is sent once it is, with what was typed', async () => {
    const sent: unknown[] = [];
    const page = <Sample onSubmit={async (values) => sent.push(values)} />;
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = renderToString(page);
    // What public/after-paint.js leaves of a press on Send.
    const form = root.querySelector('form')!;
    expect(form).toHaveAttribute('data-waits', '');
    Object.assign(form, { wasSent: true });
    root.querySelector<HTMLInputElement>('input[name=name]')!.value = 'ada';
    noteTyped(root);
    render(page, { container: root, hydrate: true });
    await waitFor(() => expect(sent).toEqual([{ name: 'ada', secret: '' }]));
    expect(form).not.toHaveAttribute('data-waits');
  });

  test('a form sent twice at once is sent once', async () => {
    const user = userEvent.setup();
    let calls = 0;
    let finish: () => void = () => undefined;
    render(
      <Sample
        onSubmit={() => {
          calls += 1;
          return new Promise<void>((resolve) => {
            finish = resolve;
          });
        }}
      />,
    );
    await user.type(screen.getByLabelText('Name'), 'ada{Enter}{Enter}');
    finish();
    expect(calls).toBe(1);
  });

  test('typed values survive an ended session, secrets do not, and a draft is used once', async () => {
    const user = userEvent.setup();
    const first = render(<Sample />);
    await user.type(screen.getByLabelText('Name'), 'half a sentence');
    await user.type(screen.getByLabelText('Secret'), 'hunter2');
    saveDrafts();
    expect(sessionStorage.getItem('linqr.draft.sample')).not.toContain('hunter2');
    first.unmount();
    const second = render(<Sample />);
    expect(screen.getByLabelText('Name')).toHaveValue('half a sentence');
    expect(screen.getByLabelText('Secret')).toHaveValue('');
    second.unmount();
    render(<Sample />);
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  test('a draft that is broken or of another shape is ignored', () => {
    sessionStorage.setItem('linqr.draft.sample', '{"name":42,"other":true');
    const first = render(<Sample />);
    expect(screen.getByLabelText('Name')).toHaveValue('');
    first.unmount();
    sessionStorage.setItem('linqr.draft.sample', '{"name":42}');
    render(<Sample />);
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });
});
