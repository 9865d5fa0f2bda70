import { detectionRow } from '@/testing/fixtures';
import { applyChanges, type PageQuery } from './apply-changes';

const at = (minute: number) => `2026-03-01T12:${String(minute).padStart(2, '0')}:00Z`;
/** Ten rows, the newest first: detection-10 at 12:10 to detection-1 at 12:01. */
const rows = Array.from({ length: 10 }, (_, index) => detectionRow(10 - index, { datetime: at(10 - index) }));
const shown = { results: rows, total: 25, totalIsExact: true };
const open: PageQuery = {
  filter: { domainIsNotSet: true, isClosed: false },
  page: 1,
  size: 10,
  order: '-datetime',
  hasNew: false,
};
const ids = (page: { results: readonly { id: string }[] }) => page.results.map(({ id }) => Number(id.split('-')[1]));
const closed = (number: number) => detectionRow(number, { datetime: at(number), isClosed: true });

describe('changes by others', () => {
  it('take rows off the page that no longer meet the filter', () => {
    const { page, unknown } = applyChanges(shown, [closed(3), closed(7)], open);
    expect(ids(page)).toEqual([10, 9, 8, 6, 5, 4, 2, 1]);
    expect([page.total, unknown]).toEqual([23, 'nothing']);
  });

  it('leave rows where they are that still meet it', () => {
    const read = detectionRow(3, { datetime: at(3), isRead: false });
    const { page, unknown } = applyChanges(shown, [read], open);
    expect([ids(page), page.total, unknown]).toEqual([ids(shown), 25, 'nothing']);
  });

  it('bring rows back to their place, in the order of the list', () => {
    const without = { ...shown, results: rows.filter(({ id }) => id !== 'detection-4'), total: 24 };
    const back = detectionRow(4, { datetime: at(4) });
    expect(ids(applyChanges(without, [back], open).page)).toEqual(ids(shown));
    expect(applyChanges(without, [back], open).page.total).toBe(25);
    const upwards = { ...without, results: without.results.toReversed() };
    expect(ids(applyChanges(upwards, [back], { ...open, order: 'datetime' }).page)).toEqual(ids(shown).toReversed());
    const severe = detectionRow(4, { severity: { __typename: 'Severity', score: 95, level: 'CRITICAL' } });
    expect(ids(applyChanges(without, [severe], { ...open, order: '-severity' }).page)[0]).toBe(4);
  });

  it('never make a page longer', () => {
    const back = detectionRow(55, { datetime: '2026-03-01T12:05:30Z' });
    const { page } = applyChanges(shown, [back], open);
    expect(ids(page)).toEqual([10, 9, 8, 7, 6, 55, 5, 4, 3, 2]);
    expect(page.total).toBe(26);
  });

  it('ask for the total where another page may have changed', () => {
    expect(applyChanges(shown, [closed(40)], open).unknown).toBe('total');
    const behind = detectionRow(40, { datetime: at(0) });
    expect(applyChanges(shown, [behind], open)).toEqual({ page: shown, unknown: 'total' });
    const before = detectionRow(40, { datetime: at(50) });
    expect(applyChanges(shown, [before], { ...open, page: 2 }).unknown).toBe('total');
  });

  it('ask for nothing where all rows are shown, or none can move', () => {
    const whole = { results: rows, total: 10, totalIsExact: true };
    expect(applyChanges(whole, [closed(40)], open).unknown).toBe('nothing');
    expect(applyChanges(shown, [closed(40)], { ...open, filter: { domainIsNotSet: true } }).unknown).toBe('nothing');
    const portal = detectionRow(40, { domain: { __typename: 'AlertDomain', id: 'd', domain: 'acme.example' } });
    expect(applyChanges(shown, [portal], open).unknown).toBe('nothing');
    const minor = { ...open, filter: { ...open.filter, severityFrom: 80 } };
    expect(applyChanges(shown, [closed(40)], minor).unknown).toBe('nothing');
    const old = { ...open, filter: { ...open.filter, startDatetime: '2026-03-02T00:00:00.000Z' } };
    expect(applyChanges(shown, [closed(40)], old).unknown).toBe('nothing');
  });

  it('ask for the page where only the server can tell, or where it has become empty', () => {
    const searched = { ...open, filter: { ...open.filter, search: 'shop' } };
    const back = detectionRow(40, { datetime: at(5) });
    expect(applyChanges(shown, [back], searched)).toEqual({ page: shown, unknown: 'page' });
    const { page, unknown } = applyChanges(
      shown,
      rows.map((row) => ({ ...row, isClosed: true })),
      open,
    );
    expect([page.results, page.total, unknown]).toEqual([[], 15, 'page']);
  });

  it('leave new detections to their announcement', () => {
    const fresh = detectionRow(40, { datetime: at(50), isRead: true });
    expect(applyChanges(shown, [fresh], { ...open, hasNew: true })).toEqual({ page: shown, unknown: 'nothing' });
    expect(ids(applyChanges(shown, [fresh], open).page)[0]).toBe(40);
  });

  it('follow the assignee', () => {
    const orla = { __typename: 'AlertAssignee' as const, id: 'orla', name: 'Orla' };
    const given = detectionRow(3, { datetime: at(3), assignee: orla });
    const unassigned = { ...open, filter: { ...open.filter, isAssigned: false } };
    expect(ids(applyChanges(shown, [given], unassigned).page)).not.toContain(3);
    const ofOrla = { ...open, filter: { ...open.filter, assigneeId: 'orla' } };
    const none = { results: [], total: 0, totalIsExact: true };
    expect(ids(applyChanges(none, [given], ofOrla).page)).toEqual([3]);
  });

  it('keep a total that is not exact', () => {
    const many = { ...shown, total: 100_000, totalIsExact: false };
    const { page, unknown } = applyChanges(many, [closed(3), closed(40)], open);
    expect([page.results.length, page.total, unknown]).toEqual([9, 100_000, 'nothing']);
  });
});
