// PostGraphile 5 on the database that BENCH_DSN names, served at the port that BENCH_PORT names. The tables have no foreign
// keys, so the relations that the page needs are named here; so are the columns that it filters by without an index. With
// BENCH_JWT_KEY each request needs a token signed by that key, and is run as the role bench_reader for the account that it names.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { pgSmartTags } from "postgraphile/utils";

const filtered = (column) => ({
  kind: "attribute",
  match: `public.${column}`,
  tags: { behavior: ["+attribute:filterBy"] },
});
const foreignKey = [
  "(leak_id) references leaks (id)|@fieldName leak",
  "(account_id, email_account_id) references email_accounts (account_id, id)|@fieldName user",
];
const key = process.env.BENCH_JWT_KEY;
function pgSettings(request) {
  if (!request.headers.authorization) return { role: "bench_reader" }; // sees nothing
  const [head, body, signature] = request.headers.authorization.replace(/^Bearer /, "").split(".");
  const right = createHmac("sha256", key).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature ?? "", "base64url");
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Error("The token is invalid.");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  if (claims.exp <= Date.now() / 1000) throw new Error("The token is expired.");
  return { role: "bench_reader", "bench.account_id": claims.acc };
}
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [
    pgSmartTags([
      { kind: "class", match: "public.alerts", tags: { foreignKey } },
      filtered("alerts.domain_name"),
      filtered("alerts.is_closed"),
      ...["detections", "blocks", "days", "domains"].map((part) => filtered(`overview_${part}.account_id`)),
    ]),
  ],
  pgServices: [
    makePgService({ connectionString: process.env.BENCH_DSN, schemas: ["public"], poolConfig: { max: 5 } }),
  ],
  grafast: key ? { context: ({ node }) => ({ pgSettings: pgSettings(node.req) }) } : {},
  grafserv: { graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(process.env.BENCH_PORT), "127.0.0.1");
