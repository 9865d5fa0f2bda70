// Judges one address five times on a form factor and prints the reports' numbers as JSON:
// node lighthouse.mjs CHROMIUM mobile|desktop ROUNDS ADDRESS...   (addresses are judged in turn, so that noise meets all alike)
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

const [chromePath, form, rounds, ...addresses] = process.argv.slice(2);
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  firstContentfulPaint: 'first-contentful-paint',
  largestContentfulPaint: 'largest-contentful-paint',
  totalBlockingTime: 'total-blocking-time',
  cumulativeLayoutShift: 'cumulative-layout-shift',
};

/** One report; a page that Lighthouse saw no paint of is judged again. */
async function judge(address, options, triesLeft = 3) {
  const { lhr } = await lighthouse(address, options, form === 'desktop' ? desktopConfig : undefined);
  const isWhole = lhr.runtimeError === undefined && lhr.audits['first-contentful-paint'].numericValue !== undefined;
  if (isWhole || triesLeft === 0) return lhr;
  return judge(address, options, triesLeft - 1);
}

const reports = Object.fromEntries(addresses.map((address) => [address, []]));
const chrome = await launch({
  chromePath,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
for (let round = 0; round < Number(rounds); round += 1) {
  for (const address of addresses) {
    const options = { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'silent' };
    const lhr = await judge(address, options);
    reports[address].push({
      scores: Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((lhr.categories[name].score ?? 0) * 100)])),
      metrics: Object.fromEntries(Object.entries(METRICS).map(([name, audit]) => [name, lhr.audits[audit].numericValue])),
      // What keeps a category from full marks, so that the reader of the table knows where to look.
      missed: CATEGORIES.slice(1).flatMap((name) =>
        lhr.categories[name].auditRefs
          .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
          .map(({ id }) => id),
      ),
    });
  }
}
await chrome.kill();
console.log(JSON.stringify(reports));
