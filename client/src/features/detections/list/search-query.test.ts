import { type Assignee, hasTokens, parseSearch } from './search-query';

const members: Assignee[] = [
  { id: 'm1', name: 'Ada Byron', email: 'ada@acme.example', isMe: true },
  { id: 'm2', name: 'Adele Goldberg', email: 'adele@acme.example', isMe: false },
];

it.each<[string, object, string[]]>([
  ['vpn gateway', { search: 'vpn gateway' }, []],
  [
    'user:jane url:github is:closed after:2026-11-01',
    { user: 'jane', url: 'github', state: 'closed', after: '2026-11-01', period: 'any', search: '' },
    [],
  ],
  ['vpn IS:unread  gateway', { read: 'unread', search: 'vpn gateway' }, []],
  [
    'is:new severity:High last:30d',
    { state: 'open', read: 'unread', severity: 'high', period: '30d', after: '', search: '' },
    [],
  ],
  [
    'url:"two words" domain:acme.example email:j@acme.example',
    { url: 'two words', domain: 'acme.example', email: 'j@acme.example', search: '' },
    [],
  ],
  ['assignee:me', { assignee: 'm1', search: '' }, []],
  ['assignee:adele', { assignee: 'm2', search: '' }, []],
  ['assignee:nobody', { assignee: 'nobody', search: '' }, []],
  [
    'assignee:ad is:maybe before:2026-02-30 user:',
    { search: 'assignee:ad is:maybe before:2026-02-30 user:' },
    ['assignee:ad', 'is:maybe', 'before:2026-02-30', 'user:'],
  ],
  ['user:a user:b', { user: 'b', search: '' }, []],
  ['https://user:pass@shop.example', { search: 'https://user:pass@shop.example' }, []],
  ['person:jane@acme.example leak:collection-1', { email: 'jane@acme.example', leak: 'collection-1', search: '' }, []],
  [
    'device:"OFFICE PC" malware:redline site:shop.example country:es type:Malware',
    { device: 'OFFICE PC', malware: 'redline', site: 'shop.example', country: 'ES', type: 'malware', search: '' },
    [],
  ],
  ['country:spain type:virus', { search: 'country:spain type:virus' }, ['country:spain', 'type:virus']],
  ['colour:red vpn', { search: 'colour:red vpn' }, ['colour:red']],
  ['shop.example:8443 localhost:8080', { search: 'shop.example:8443 localhost:8080' }, []],
  ['severity:constructor', { search: 'severity:constructor' }, ['severity:constructor']],
])('"%s" asks for %j', (text, change, unknown) => {
  expect(parseSearch(text, members)).toEqual({ change, unknown });
});

it('detects tokens in a text', () => {
  expect(hasTokens('vpn user:jane')).toBe(true);
  expect(hasTokens('https://shop.example')).toBe(false);
  expect(hasTokens('android://app')).toBe(false);
});
