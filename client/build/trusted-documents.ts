import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { withModule } from './ssr-module.ts';

/** Read by the server (server/breachlight/graphql/trusted_documents.py). */
const MANIFEST = 'trusted-documents.json';

const LISTER = 'src/app/trusted-documents.ts';

interface Lister {
  trustedDocuments: () => Promise<{ name: string; type: string; body: string }[]>;
}

/** Lists the documents that the client sends, with the SHA-256 of each, as a manifest of persisted queries. */
export function trustedDocuments(): Plugin {
  let root = '';
  let output = '';
  return {
    name: 'breachlight:trusted-documents',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      output = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler: () =>
        withModule(root, LISTER, async (module) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what that module exports
          const documents = await (module as Lister).trustedDocuments();
          const operations = documents.map((document) => ({
            id: createHash('sha256').update(document.body).digest('hex'),
            ...document,
          }));
          const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
          await writeFile(join(output, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
        }),
    },
  };
}
