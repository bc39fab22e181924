import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

// The product's tables as PostGraphile serves them in production. It knows no rule of access and sets no header.

// a column `id` is called so, as there is a `row_id` already, which it would be called otherwise
const columnsByTheirNames = {
  name: 'ColumnsByTheirNames',
  version: '1.0.0',
  inflection: { replace: { _attributeName: (previous, _options, details) => previous({ ...details, skipRowId: true }) } },
};

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [columnsByTheirNames],
  disablePlugins: ['NodePlugin', 'PgIndexBehaviorsPlugin'], // the latter hides orders and conditions that no index serves
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafast: { explain: false },
  grafserv: { watch: false, graphiql: false },
});

const server = createServer();
const serving = await instance.createServ(grafserv);
await serving.addTo(server);
server.listen(0, '127.0.0.1', () => process.send({ type: 'ready', url: `http://127.0.0.1:${server.address().port}` }));
