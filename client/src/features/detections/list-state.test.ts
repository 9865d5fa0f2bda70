import { filterOf, listSchema, type ListState, type Mode, orderOf, takesNewOnes } from './list-state';
import { readUrlState } from '@/lib/url-state';

const fromAddress = (address: string): ListState => readUrlState(listSchema, new URLSearchParams(address));

it.each<[Mode, string, object]>([
  ['workforce', '', { domainIsNotSet: true, isClosed: false }],
  ['portals', '', { domainIsNotSet: false, isClosed: false }],
  ['workforce', 'state=all', { domainIsNotSet: true }],
  ['workforce', 'state=closed', { domainIsNotSet: true, isClosed: true }],
  ['workforce', 'read=unread', { domainIsNotSet: true, isClosed: false, isRead: false }],
  ['portals', 'read=read&state=all', { domainIsNotSet: false, isRead: true }],
  ['portals', 'search=+vpn+', { domainIsNotSet: false, isClosed: false, search: 'vpn' }],
])('%s with "%s" asks the server for %j', (mode, address, filter) => {
  expect(filterOf(mode, fromAddress(address))).toEqual(filter);
});

it.each([
  ['', true],
  ['state=all', true],
  ['read=unread', true],
  ['state=closed', false],
  ['read=read', false],
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
