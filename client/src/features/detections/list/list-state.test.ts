import { readUrlState, writeUrlState } from '@/lib/url-state';
import {
  filterOf,
  isNarrowed,
  listSchema,
  type ListState,
  type Mode,
  orderOf,
  queryOf,
  scopeOf,
  takesNewOnes,
} from './list-state';

const NOW = Date.parse('2026-11-21T22:10:00Z');
const fromAddress = (address: string): ListState => readUrlState(listSchema, new URLSearchParams(address));

it.each<[Mode, string, object]>([
  ['workforce', '', { domainIsNotSet: true, isClosed: false }],
  ['portals', '', { domainIsNotSet: false, isClosed: false }],
  ['workforce', 'state=all', { domainIsNotSet: true }],
  ['workforce', 'state=closed', { domainIsNotSet: true, isClosed: true }],
  ['workforce', 'read=unread', { domainIsNotSet: true, isClosed: false, isRead: false }],
  ['portals', 'read=read&state=all', { domainIsNotSet: false, isRead: true }],
  ['portals', 'search=+vpn+', { domainIsNotSet: false, isClosed: false, search: 'vpn' }],
  [
    'workforce',
    'state=all&user=jane&url=github&email=j%40acme.example&severity=high&assignee=member-1',
    {
      domainIsNotSet: true,
      breachRecordUsernames: 'jane',
      breachRecordUrl: 'github',
      userEmail: 'j@acme.example',
      severityFrom: 60,
      assigneeId: 'member-1',
    },
  ],
  [
    'portals',
    'state=all&domain=acme&assignee=nobody',
    { domainIsNotSet: false, domainName: 'acme', isAssigned: false },
  ],
  ['workforce', 'state=all&exists=no', { domainIsNotSet: true, userIsLive: false }],
  ['workforce', 'state=all&exists=yes', { domainIsNotSet: true, userIsLive: true }],
  ['workforce', 'state=all&period=7d', { domainIsNotSet: true, startDatetime: '2026-11-15T00:00:00.000Z' }],
  [
    'workforce',
    'state=all&after=2026-11-01&before=2026-11-10',
    {
      domainIsNotSet: true,
      startDatetime: '2026-11-01T00:00:00.000Z',
      endDatetime: '2026-11-10T00:00:00.000Z',
    },
  ],
  ['workforce', 'state=all&after=2026-02-30&severity=worst&period=8d', { domainIsNotSet: true }],
])('%s with "%s" asks the server for %j', (mode, address, filter) => {
  expect(filterOf(mode, fromAddress(address), NOW)).toEqual(filter);
});

it.each([
  ['', 'open', false],
  ['read=unread', 'new', false],
  ['state=closed', 'closed', false],
  ['state=all', 'all', false],
  ['state=all&period=7d', 'week', false],
  ['state=all&period=7d&search=vpn', 'week', true],
  ['state=closed&read=unread', undefined, true],
  ['severity=low', 'open', true],
  ['exists=no', 'open', true],
  ['after=2026-11-01', undefined, true],
])('the list "%s" is the built-in view %s, narrowed: %s', (address, name, narrowed) => {
  const list = fromAddress(address);
  expect(scopeOf(list)).toBe(name);
  expect(isNarrowed(list)).toBe(narrowed);
});

it.each([
  ['', true],
  ['state=all', true],
  ['read=unread', true],
  ['state=closed', false],
  ['read=read', false],
  ['before=2026-11-01', false],
])('new detections belong to the list "%s": %s', (address, takes) => {
  expect(takesNewOnes(fromAddress(address))).toBe(takes);
});

it.each([
  ['datetime', true, '-datetime'],
  ['severity', false, 'severity'],
  ['password', false, '-datetime'],
])('the order by %s, reversed: %s, is %s', (key, reverse, order) => {
  expect(orderOf(key, reverse)).toBe(order);
});

it('list state survives a round trip through the URL', () => {
  const address = new URLSearchParams(
    'page=3&search=a b&state=closed&read=read&user=j&url=u&domain=d&email=e&severity=low&assignee=nobody&period=30d&after=2026-11-01&before=2026-11-02&order=severity&columns=site.leak&view=v&detection=x',
  );
  const list = readUrlState(listSchema, address);
  expect(Object.fromEntries(writeUrlState(listSchema, new URLSearchParams(), list))).toEqual(
    Object.fromEntries(address),
  );
});

it('a saved view stores everything except page, open detection and its own id, in any order', () => {
  const kept = queryOf(fromAddress('page=2&detection=x&view=v&user=j&state=all&columns=site'));
  expect(kept).toBe('columns=site&state=all&user=j');
  expect(queryOf(fromAddress('user=j&columns=site&state=all'))).toBe(kept);
});
