// PostGraphile 5 on the database that BENCH_DSN names, served at the port that BENCH_PORT names. The tables have no foreign
// keys, so the relations that the page needs are named here; so are the columns that it filters by without an index.
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { pgSmartTags } from "postgraphile/utils";

const filtered = (column) => ({
  kind: "attribute",
  match: `public.alerts.${column}`,
  tags: { behavior: ["+attribute:filterBy"] },
});
const foreignKey = [
  "(leak_id) references leaks (id)|@fieldName leak",
  "(email_account_id) references email_accounts (id)|@fieldName user",
];
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [
    pgSmartTags([
      { kind: "class", match: "public.alerts", tags: { foreignKey } },
      filtered("domain_name"),
      filtered("is_closed"),
    ]),
  ],
  pgServices: [
    makePgService({ connectionString: process.env.BENCH_DSN, schemas: ["public"], poolConfig: { max: 5 } }),
  ],
  grafserv: { graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.BENCH_PORT), "127.0.0.1");
