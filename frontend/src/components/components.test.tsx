import { describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Badge } from './badge/badge';
import { Banner } from './banner/banner';
import { Button } from './button/button';
import { Card } from './card/card';
import { AreaChart } from './charts/area-chart';
import { BarList } from './charts/bar-list';
import { Checkbox } from './checkbox/checkbox';
import { CopyButton } from './copy-button/copy-button';
import { DataTable } from './data-table/data-table';
import { ConfirmDialog } from './dialog/confirm-dialog';
import { Dialog } from './dialog/dialog';
import { DropdownMenu } from './dropdown-menu/dropdown-menu';
import { EmptyState } from './empty-state/empty-state';
import { ErrorState } from './error-state/error-state';
import { PasswordField } from './field/password-field';
import { TextArea, TextField } from './field/text-field';
import { PageHeader } from './page-header/page-header';
import { Pagination } from './pagination/pagination';
import { SearchField } from './search-field/search-field';
import { SegmentedControl } from './segmented-control/segmented-control';
import { Select } from './select/select';
import { StatCard } from './stat-card/stat-card';
import { Switch } from './switch/switch';
import { Tabs } from './tabs/tabs';
import { toast } from './toast/toast';
import { Toaster } from './toast/toaster';
import { UsageBar } from './usage-bar/usage-bar';

const nothing = () => undefined;
const rows = [
  { id: '1', name: 'Alpha', clicks: 12 },
  { id: '2', name: 'Beta', clicks: 3 },
];
const columns = [
  { key: 'name', header: 'Name', cell: (row: (typeof rows)[number]) => row.name, primary: true, sortable: true },
  { key: 'clicks', header: 'Clicks', cell: (row: (typeof rows)[number]) => row.clicks, align: 'end' as const },
];

test('the kit on one page has no accessibility problems', async () => {
  const { container } = render(
    <MemoryRouter>
      <main>
        <PageHeader title="Kit" description="All of it" back={{ to: '/', label: 'Back' }} actions={<Button variant="primary">Go</Button>} />
        <Button loading>Busy</Button>
        <TextField label="Name" hint="A hint" error="Wrong" prefix="linqr.to/" value="x" onChange={nothing} />
        <TextArea label="Text" optional value="" onChange={nothing} />
        <PasswordField label="Password" value="" onChange={nothing} />
        <Select label="Kind" options={[{ value: 'a', label: 'A' }]} value="a" onChange={nothing} />
        <Checkbox label="Agree" hint="Really" checked onCheckedChange={nothing} />
        <Switch label="Mails" hint="Often" checked={false} onCheckedChange={nothing} />
        <SegmentedControl label="Range" value="a" options={[{ value: 'a', label: 'A' }]} onChange={nothing} />
        <Tabs label="Parts" value="a" onChange={nothing} tabs={[{ value: 'a', label: 'A', content: <p>One</p> }]} />
        <SearchField label="Search" value="" onChange={nothing} />
        <Badge tone="warning">Expired</Badge>
        <Banner tone="danger" title="Broken">
          Text
        </Banner>
        <Card title="Card" actions={<Button size="sm">More</Button>}>
          <DataTable
            caption="Things"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            sort={{ key: 'name', direction: 'asc' }}
            onSort={nothing}
          />
        </Card>
        <StatCard label="Clicks" value={1200} previous={1000} series={[1, 2, 3]} />
        <UsageBar label="Links" used={45} limit={50} />
        <BarList label="Countries" items={[{ key: 'DE', label: 'Germany', value: 3 }]} onSelect={nothing} selected={['DE']} />
        <EmptyState title="Nothing" text="Yet" />
        <ErrorState text="Why" onRetry={nothing} />
        <Pagination page={2} limit={10} total={95} onPage={nothing} />
      </main>
    </MemoryRouter>,
  );
  expect(await axe(container)).toHaveNoViolations();
});

describe('Dialog', () => {
  function Sample({ fromMenu }: { fromMenu?: boolean }) {
    const [open, setOpen] = useState(false);
    return (
      <MemoryRouter>
        {fromMenu ? (
          <DropdownMenu
            label="Actions"
            trigger={<button type="button">Actions</button>}
            entries={[{ label: 'Edit', onSelect: () => setOpen(true) }]}
          />
        ) : (
          <button type="button" onClick={() => setOpen(true)}>
            Edit
          </button>
        )}
        <Dialog open={open} onOpenChange={setOpen} title="Edit link" description="Change it">
          <TextField label="Title" value="" onChange={nothing} />
        </Dialog>
      </MemoryRouter>
    );
  }

  test('is named, takes the focus, closes with Escape and gives the focus back', async () => {
    const user = userEvent.setup();
    const { baseElement } = render(<Sample />);
    await user.click(screen.getByText('Edit'));
    const dialog = await screen.findByRole('dialog', { name: 'Edit link' });
    expect(dialog).toHaveAccessibleDescription('Change it');
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    expect(await axe(baseElement)).toHaveNoViolations();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByText('Edit')).toHaveFocus());
  });

  test('opened from a menu, the focus goes back to the menu’s button', async () => {
    const user = userEvent.setup();
    render(<Sample fromMenu />);
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await screen.findByRole('dialog');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus());
  });

  test('whose opener goes away, at once or after it, gives the focus to the screen around it', async () => {
    const user = userEvent.setup();
    function Row({ late }: { late: boolean }) {
      const [open, setOpen] = useState(false);
      const [gone, setGone] = useState(false);
      const remove = () => {
        setOpen(false);
        if (late) setTimeout(() => setGone(true), 30);
        else setGone(true);
      };
      return (
        <div tabIndex={-1} data-testid={`screen-${late}`}>
          {!gone && <button type="button" onClick={() => setOpen(true)}>{`Delete ${late}`}</button>}
          <ConfirmDialog open={open} onOpenChange={setOpen} title="Delete it?" confirmLabel="Yes" onConfirm={remove} />
        </div>
      );
    }
    render(
      <>
        <Row late={false} />
        <Row late />
      </>,
    );
    for (const late of [false, true]) {
      await user.click(screen.getByRole('button', { name: `Delete ${late}` }));
      await user.click(await screen.findByRole('button', { name: 'Yes' }));
      await waitFor(() => expect(screen.getByTestId(`screen-${late}`)).toHaveFocus());
    }
  });

  test('injects no style element: the content security policy would refuse it', async () => {
    const user = userEvent.setup();
    const before = document.querySelectorAll('style').length;
    render(<Sample fromMenu />);
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await screen.findByRole('dialog');
    expect(document.querySelectorAll('style')).toHaveLength(before);
  });
});

test('ConfirmDialog waits for the word, exactly', async () => {
  const user = userEvent.setup();
  const confirm = jest.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={nothing}
      title="Delete account?"
      confirmLabel="Delete account"
      typeWord="DELETE"
      onConfirm={confirm}
    />,
  );
  const button = screen.getByRole('button', { name: 'Delete account' });
  await user.type(screen.getByLabelText('Type DELETE to confirm'), 'delete');
  expect(button).toBeDisabled();
  await user.clear(screen.getByLabelText('Type DELETE to confirm'));
  await user.type(screen.getByLabelText('Type DELETE to confirm'), 'DELETE');
  await user.click(button);
  expect(confirm).toHaveBeenCalledTimes(1);
});

test('SearchField is reached with / from anywhere, but not while typing elsewhere', async () => {
  const user = userEvent.setup();
  render(
    <>
      <SearchField label="Search" value="" onChange={nothing} />
      <TextField label="Other" value="" onChange={nothing} />
    </>,
  );
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  await user.click(screen.getByLabelText('Other'));
  await user.keyboard('/');
  expect(screen.getByLabelText('Other')).toHaveFocus();
});

test('CopyButton copies and says so', async () => {
  const user = userEvent.setup();
  render(
    <>
      <CopyButton value="http://x/abc" label="Copy short link" />
      <Toaster />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Copy short link' }));
  expect(await navigator.clipboard.readText()).toBe('http://x/abc');
  expect(await screen.findByText('Copied to clipboard!')).toBeInTheDocument();
});

test('the same error is on the screen once, however many calls ran into it', async () => {
  render(<Toaster />);
  for (let i = 0; i < 5; i += 1) toast.error('Unable to connect to server');
  expect(await screen.findAllByText('Unable to connect to server')).toHaveLength(1);
});

test('DataTable shows what it is given for no rows, and sorts by its headings', async () => {
  const user = userEvent.setup();
  const onSort = jest.fn();
  const props = { caption: 'Things', columns, rowKey: (row: { id: string }) => row.id, onSort };
  const { rerender } = render(<DataTable {...props} rows={rows} />);
  await user.click(within(screen.getByRole('table', { name: 'Things' })).getByRole('button', { name: 'Name' }));
  expect(onSort).toHaveBeenCalledWith('name');
  rerender(<DataTable {...props} rows={[]} empty={<p>Nothing here</p>} />);
  expect(screen.getByText('Nothing here')).toBeInTheDocument();
});

test.each([
  [0, 50, '0 of 50 used', 'ok'],
  [40, 50, '40 of 50 used', 'high'],
  [50, 50, '50 of 50 used', 'full'],
  [70, 50, '70 of 50 used', 'full'],
  [5, null, '5 used, no limit', 'ok'],
])('UsageBar with %p of %p', (used, limit, text, level) => {
  const { container } = render(<UsageBar label="Links" used={used} limit={limit} />);
  expect(screen.getByRole('meter', { name: 'Links' })).toHaveAttribute('aria-valuetext', text);
  expect(container.querySelector('[data-level]')).toHaveAttribute('data-level', level);
});

test.each([
  [120, 100, '20%'],
  [50, 100, '50%'],
  [5, 0, 'New'],
])('StatCard compares %p with %p', (value, previous, text) => {
  render(<StatCard label="Clicks" value={value} previous={previous} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('BarList rows filter when pressed and say whether they do', async () => {
  const user = userEvent.setup();
  const onSelect = jest.fn();
  render(<BarList label="Countries" items={[{ key: 'DE', label: 'Germany', value: 3 }]} onSelect={onSelect} selected={['DE']} />);
  expect(screen.getByRole('button', { name: /Germany/ })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: /Germany/ }));
  expect(onSelect).toHaveBeenCalledWith('DE');
});

test('AreaChart gives the same figures as a table', async () => {
  const user = userEvent.setup();
  render(
    <AreaChart
      label="Clicks per day"
      granularity="day"
      points={[{ at: '2026-11-20T00:00:00Z', value: 1234 }]}
      previous={[{ at: '2026-11-13T00:00:00Z', value: 5 }]}
    />,
  );
  expect(screen.getByRole('img', { name: 'Clicks per day: 1,234' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('cell', { name: '1,234' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: '5' })).toBeInTheDocument();
});
