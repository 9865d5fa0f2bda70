import { DirectionProvider } from '@base-ui/react/direction-provider';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table';
import type { DataTableColumn, DataTableProps, SortOrder } from './data-table-types';
import { useRowSelection } from './use-row-selection';

interface Row {
  id: string;
  name: string;
  leak: string;
}

const ROWS: Row[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `Row ${id}`, leak: `Leak ${id}` }));
const IDS = ROWS.map((row) => row.id);
const COLUMNS: DataTableColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 500, cell: (row) => row.name, sortKey: 'name' },
  { id: 'leak', header: 'Leak', width: 500, cell: (row) => row.leak },
];

function List(props: Partial<DataTableProps<Row>>) {
  const selection = useRowSelection(IDS);
  return (
    <>
      <DataTable
        label="Detections"
        columns={COLUMNS}
        rows={ROWS}
        rowId={(row) => row.id}
        loadingLabel="Loading"
        selection={selection}
        selectRowLabel={(row) => `Select ${row.name}`}
        selectPageLabel="Select page"
        {...props}
      />
      <output>{[...selection.ids].join(' ')}</output>
    </>
  );
}

const box = (name: string) => screen.getByRole('checkbox', { name });
const rowButton = (name: string) => screen.getByRole('button', { name });

describe('selecting rows', () => {
  it('selects a range with Shift', async () => {
    const user = userEvent.setup();
    render(<List />);
    await user.click(box('Select Row a'));
    await user.keyboard('{Shift>}');
    await user.click(box('Select Row c'));
    await user.keyboard('{/Shift}');
    expect(screen.getByRole('status')).toHaveTextContent('a b c');
    expect(box('Select page')).toBePartiallyChecked();
  });

  it('selects the page', async () => {
    render(<List />);
    await userEvent.click(box('Select page'));
    expect(screen.getByRole('status')).toHaveTextContent('a b c d');
    expect(box('Select page')).toBeChecked();
  });
});

describe('keys', () => {
  it('moves with arrows, j and k, selects with x, opens with Enter', async () => {
    const user = userEvent.setup();
    const onOpen = vi.fn<(row: Row) => void>();
    render(<List onOpen={onOpen} />);
    rowButton('Row a').focus();
    await user.keyboard('{ArrowDown}jk');
    expect(rowButton('Row b')).toHaveFocus();
    await user.keyboard('x{End}{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('b');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[3]);
    await user.keyboard('{ArrowDown}');
    expect(rowButton('Row d')).toHaveFocus();
  });

  it('ignores single-key shortcuts when they are off', async () => {
    const user = userEvent.setup();
    render(<List onOpen={vi.fn<(row: Row) => void>()} singleKeys={false} />);
    rowButton('Row a').focus();
    await user.keyboard('jx');
    expect(rowButton('Row a')).toHaveFocus();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

it('opens a row by a click on any cell except its checkbox', async () => {
  const onOpen = vi.fn<(row: Row) => void>();
  render(<List onOpen={onOpen} />);
  await userEvent.click(screen.getByText('Leak b'));
  await userEvent.click(rowButton('Row b'));
  expect(onOpen).toHaveBeenCalledTimes(2);
  await userEvent.click(box('Select Row b'));
  expect(onOpen).toHaveBeenCalledTimes(2);
});

it('exposes the sort order of a column and reverses it on click', async () => {
  const onSortChange = vi.fn<(sort: SortOrder) => void>();
  render(<List sort={{ key: 'name', reverse: false }} onSortChange={onSortChange} />);
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.click(rowButton('Name'));
  expect(onSortChange).toHaveBeenCalledWith({ key: 'name', reverse: true });
});

it('labels unread rows for screen readers', () => {
  render(<List onOpen={vi.fn<(row: Row) => void>()} isUnread={(row) => row.id === 'a'} unreadLabel="Unread:" />);
  expect(rowButton('Unread: Row a')).toBeInTheDocument();
});

it('shows and announces skeleton rows while loading', () => {
  render(<List rows={[]} state="loading" skeletonRows={3} />);
  const table = screen.getByRole('table', { name: 'Detections' });
  expect(table).toHaveAttribute('aria-busy', 'true');
  expect(within(table).getAllByRole('row')).toHaveLength(4);
  expect(screen.getByText('Loading')).toBeInTheDocument();
});

function narrow() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(320);
}

it('becomes cards if the list is narrow', () => {
  narrow();
  render(<List onOpen={vi.fn<(row: Row) => void>()} />);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getAllByText('Leak')).toHaveLength(4);
});

it('sorts cards by the sortable columns', async () => {
  narrow();
  const onSortChange = vi.fn<(sort: SortOrder) => void>();
  const sortLabels = { by: 'Sort by', ascending: 'ascending', descending: 'descending' };
  const list = { onSortChange, sortLabels };
  const { rerender } = render(<List {...list} sort={{ key: 'leak', reverse: false }} />);
  const group = screen.getByRole('group', { name: 'Sort by' });
  const press = async () => userEvent.click(within(group).getByRole('button', { name: /^Name/ }));
  expect(within(group).getAllByRole('button')).toHaveLength(1);
  await press();
  expect(onSortChange).toHaveBeenLastCalledWith({ key: 'name', reverse: false });
  rerender(<List {...list} sort={{ key: 'name', reverse: false }} />);
  expect(within(group).getByRole('button', { name: 'Name, ascending', pressed: true })).toBeVisible();
  await press();
  expect(onSortChange).toHaveBeenLastCalledWith({ key: 'name', reverse: true });
  rerender(<List {...list} rows={[]} />);
  expect(screen.queryByRole('group', { name: 'Sort by' })).not.toBeInTheDocument();
});

describe('column edges', () => {
  // spec: S2.79
  it('move with the arrow keys and keep a minimum column width', async () => {
    const user = userEvent.setup();
    render(<List edgeLabel={(header) => `Resize ${header}`} />);
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeVisible();
    const edge = screen.getByRole('separator', { name: 'Resize Name' });
    expect(edge).toHaveAttribute('aria-valuenow', '500');
    edge.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(edge).toHaveAttribute('aria-valuenow', '516');
    await user.keyboard('{ArrowRight>40/}');
    expect(edge).toHaveAttribute('aria-valuenow', '936');
    expect(screen.getAllByRole('separator')).toHaveLength(1);
  });

  it('follow the writing direction', async () => {
    const user = userEvent.setup();
    render(
      <DirectionProvider direction="rtl">
        <List edgeLabel={(header) => `Resize ${header}`} />
      </DirectionProvider>,
    );
    const edge = screen.getByRole('separator', { name: 'Resize Name' });
    edge.focus();
    await user.keyboard('{ArrowLeft}');
    expect(edge).toHaveAttribute('aria-valuenow', '516');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(edge).toHaveAttribute('aria-valuenow', '484');
  });
});
