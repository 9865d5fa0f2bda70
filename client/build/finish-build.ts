import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;
/** Minimum size in bytes at which compression saves a packet. */
const SMALLEST_WORTH_COMPRESSING_BYTES = 1024;
/** Only GraphiQL's editor is larger; maximum Brotli quality takes half a second per megabyte. */
const LARGEST_AT_BEST_QUALITY_BYTES = 320 * 1024;
const BUILD_ID_PLACEHOLDER = '%BUILD_ID%';

const brotliBuffer = promisify(brotliCompress);
const gzipBuffer = promisify(gzip);

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  if (plain.length < SMALLEST_WORTH_COMPRESSING_BYTES) return;
  const quality = plain.length > LARGEST_AT_BEST_QUALITY_BYTES ? 9 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [brotli, gzipped] = await Promise.all([brotliBuffer(plain, { params }), gzipBuffer(plain, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}

/**
 * Writes the build id (a digest of the output, the same for the same sources) into the pages and `version.json`, then
 * creates `.br` and `.gz` versions of every text file.
 */
export function finishBuild(): Plugin {
  let outputFolder = '';
  return {
    name: 'breachlight:finish-build',
    apply: 'build',
    configResolved(config) {
      outputFolder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const paths = await filesUnder(outputFolder);
        const digest = createHash('sha256');
        for (const path of paths) digest.update(await readFile(path));
        const version = digest.digest('hex').slice(0, 16);
        for (const path of paths.filter((name) => name.endsWith('.html'))) {
          const page = await readFile(path, 'utf8');
          await writeFile(path, page.replace(BUILD_ID_PLACEHOLDER, version));
        }
        await writeFile(join(outputFolder, 'version.json'), `${JSON.stringify({ version })}\n`);
        await Promise.all(paths.filter((name) => COMPRESSIBLE.test(name)).map(compress));
      },
    },
  };
}
