// Drives a server with the graphql-ws client and prints what the client saw as JSON.
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

const [url, token] = process.argv.slice(2);

function client(sent) {
  const closes = [];
  const made = createClient({
    url,
    webSocketImpl: WebSocket,
    lazy: true,
    retryAttempts: 0,
    connectionParams: { token: sent },
    on: { closed: (event) => closes.push(event.code) },
  });
  return [made, closes];
}

/** Collects the results of one operation; `stopAfter` unsubscribes after so many. */
function run(made, payload, stopAfter = Infinity) {
  return new Promise((resolve) => {
    const seen = [];
    const stop = made.subscribe(payload, {
      next: (result) => {
        seen.push(result);
        if (seen.length >= stopAfter) stop();
      },
      error: (error) => resolve({ seen, failure: Array.isArray(error) ? error : { code: error.code, reason: error.reason } }),
      complete: () => resolve({ seen, complete: true }),
    });
  });
}

const [good, goodCloses] = client(token);
const outcome = {
  subscription: await run(good, { query: 'subscription { count(to: 3) }' }),
  query: await run(good, { query: 'query ($n: Int!) { double(number: $n) }', variables: { n: 21 } }),
  viewer: await run(good, { query: '{ viewer }' }),
  invalid: await run(good, { query: '{ nonsense }' }),
  syntax: await run(good, { query: '{' }),
  wrongName: await run(good, { query: 'query A { hello } query B { hello }', operationName: 'C' }),
  fault: await run(good, { query: 'subscription { failing }' }),
  stopped: await run(good, { query: 'subscription { busy }' }, 3),
  afterwards: await run(good, { query: '{ hello }' }),
};
const many = await Promise.all(
  Array.from({ length: 20 }, () => run(good, { query: 'subscription { count(to: 5) }' })),
);
outcome.parallel = many.map(({ seen }) => seen.length);
await good.dispose();
const [bad, badCloses] = client('expired');
outcome.refused = await run(bad, { query: '{ hello }' });
outcome.closes = { good: goodCloses, bad: badCloses };
console.log(JSON.stringify(outcome));
