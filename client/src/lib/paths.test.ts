import { destinationAfterLogin, loginWithReturn, RETURN_PARAMETER } from './paths';

it.each([
  ['/dashboard/alerts', '/dashboard/alerts'],
  ['/dashboard/alerts?page=2&search=a%2Fb', '/dashboard/alerts?page=2&search=a%2Fb'],
  ['/', '/'],
])('a31: a path of our own is kept: %s', (wanted, destination) => {
  expect(destinationAfterLogin(wanted)).toBe(destination);
});

it.each([
  null,
  '',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '%2F%2Fevil.example',
  'dashboard',
  ' /dashboard',
  '/\t/evil.example',
  '/dashboard\n',
  '/auth/login?return=/auth/login',
])('a31: anything else leads to the dashboard: %j', (wanted) => {
  expect(destinationAfterLogin(wanted)).toBe('/dashboard');
});

// spec: S2.40
it('the return parameter survives the URL', () => {
  const wanted = '/dashboard/alerts?search=a&b=%2F';
  const [, query] = loginWithReturn(wanted).split('?');
  expect(new URLSearchParams(query).get(RETURN_PARAMETER)).toBe(wanted);
});
