import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { readConfig } from './config.ts';
import { wordsOf } from './domain/errors.ts';
import type { AskOptions } from './main/commands/ask/ask.ts';
import { EXIT, UsageError } from './main/commands/exit.ts';
import type { IndexOptions } from './main/commands/index-pages.ts';
import type { ModelOptions } from './main/commands/model.ts';
import './main/imports.ts';
import { FILE_TYPES } from './domain/page/file-types.ts';
import { yieldFirstProcess } from './main/processes/first-process.ts';
import { sendHeartbeats, sendToParent } from './main/processes/process.ts';
import type { ServeOptions } from './main/processes/serve.ts';

yieldFirstProcess();
enableCompileCache(); // saves a quarter of each process's start
const exported = { ...process.env };
if (existsSync('.env')) process.loadEnvFile();

/** Adds a model of this machine to the settings of this process and its children. */
async function findModel(): Promise<void> {
  const { withLocalModel } = await import('./main/local/auto.ts');
  Object.assign(process.env, await withLocalModel(process.env, (line) => console.error(line)));
}

/** Runs a command with the settings of the environment. An error is printed in one line; the exit code is 1, or 2 for a wrong value. */
const command =
  <A extends unknown[]>(load: () => Promise<(config: ReturnType<typeof readConfig>, ...args: A) => Promise<number>>) =>
  async (...args: A) => {
    sendHeartbeats();
    try {
      if (process.env.LLM_PROVIDER === 'auto') await findModel();
      const config = readConfig(process.env);
      const run = await load();
      process.exitCode = await run(config, ...args);
    } catch (error) {
      const message = wordsOf(error);
      sendToParent({ type: 'failed', message });
      if (!process.send) console.error(styleText('red', message, { stream: process.stderr }));
      process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.failed;
    }
    process.channel?.unref();
  };

const DEV = ['--dev', 'serves the web app from its sources, for work on it'] as const;
const RECORD = ['--record', 'stores what each run gets from outside, for the command record'] as const;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const program = new Command('webset')
  .description('Turns a plain-English request into a verified, structured dataset. Without a command: serve.')
  .version(version, '--version', 'prints the version')
  .helpOption('-h, --help', 'prints help')
  .helpCommand('help [command]', 'prints help on a command')
  .exitOverride();

program
  .command('serve')
  .description('the whole service: Postgres (unless DATABASE_URL is set), a gateway and a worker')
  .option(...DEV)
  .option(...RECORD)
  .action((options: ServeOptions) => command(async () => (await import('./main/processes/serve.ts')).serve)(options));
program
  .command('gateway')
  .description('a gateway on DATABASE_URL: GraphQL, REST, streams')
  .option(...DEV)
  .action((options: ServeOptions) => command(async () => (await import('./main/processes/gateway.ts')).runGateway)(options));
program
  .command('worker')
  .description('a worker on DATABASE_URL: executes runs')
  .option(...RECORD)
  .action((options: ServeOptions) => command(async () => (await import('./main/processes/worker-process.ts')).runWorker)(options));
program
  .command('ask <request...>')
  .description('finds what a plain-English request describes, and prints or writes the rows; on the running service, or one of its own')
  .option('--csv <file>', 'writes every row to a file, with its values and verdicts')
  .option('--target <n>', 'the number of matching rows to find (RUN_TARGET, 20)')
  .option('--preview', 'reads at most ten pages')
  .action((request: string[], options: AskOptions) =>
    command(async () => (await import('./main/commands/ask/ask.ts')).ask)(request.join(' '), options),
  );
program
  .command('index <what>')
  .description(`reads a folder (${FILE_TYPES}), a sitemap or a text file of URLs into a collection that everyone searches`)
  .option('--base <url>', 'the base address of the folder; without it this service gives each file an address and serves its text there')
  .option('--name <name>', 'the name of the collection; by default what was indexed')
  .option('--remove', 'removes the collection with that name or source')
  .action((what: string, options: IndexOptions) =>
    command(async () => (await import('./main/commands/index-pages.ts')).indexPages)(what, options),
  );
program
  .command('migrate')
  .description('migrates the database to this version')
  .action(command(async () => (await import('./main/database.ts')).migrateDatabase));
program
  .command('doctor')
  .description('tries the database, every search provider and every model')
  .action(command(async () => (await import('./main/commands/doctor.ts')).doctor));
program
  .command('model')
  .description('finds Ollama, LM Studio, llama.cpp, vLLM and SearXNG on this machine, tries a model, and writes .env')
  .option('--use <model>', 'the name of the model to use')
  .option('--yes', 'changes existing settings of .env without asking')
  .action((options: ModelOptions) => command(async () => (await import('./main/commands/model.ts')).chooseModel)({ ...options, exported }));
program
  .command('pauses')
  .description('lists the hosts, search providers and models that are left alone now, and for how long')
  .option('--clear <name...>', 'ends the pause of a host, a provider or a model, by its name as listed, with or without its kind')
  .action(({ clear }: { clear?: string[] }) =>
    command(async () => (await import('./main/commands/pauses.ts')).showPauses)(clear?.join(' ')),
  );
program
  .command('pages')
  .description('lists the pages that are skipped for a day because they took too much time or memory')
  .option('--forget <url>', 'allows one to be read again')
  .action(({ forget }: { forget?: string }) => command(async () => (await import('./main/commands/pauses.ts')).showPages)(forget));
program
  .command('record <webset> <file>')
  .description('writes the answers and results of a webset’s first run into a file (the worker runs with --record)')
  .action((webset: string, file: string) => command(async () => (await import('./main/commands/record.ts')).recordRun)(webset, file));
program
  .command('replay <file>')
  .description('replays a recorded run without external calls, and compares its rows')
  .action((file: string) =>
    command(async () => {
      const { replayRun } = await import('./main/commands/record.ts');
      return () => replayRun(file);
    })(),
  );
program
  .command('build')
  .description('builds the web app if it is missing or its sources have changed')
  .action(command(async () => (await import('./main/web.ts')).buildWeb));
const user = program.command('user').description('the accounts of a running service');
user
  .command('list')
  .description('lists every account, with the number of its websets')
  .action(command(async () => (await import('./main/commands/user.ts')).listAccounts));
user
  .command('add <email>')
  .description('creates an account and prints its password')
  .action((email: string) => command(async () => (await import('./main/commands/user.ts')).addUser)(email));
user
  .command('reset-password <email>')
  .description('sets a new password, prints it, and signs the account out everywhere')
  .action((email: string) => command(async () => (await import('./main/commands/user.ts')).resetUser)(email));
user
  .command('delete <email>')
  .description('deletes an account with all its websets')
  .action((email: string) => command(async () => (await import('./main/commands/user.ts')).deleteUser)(email));
user
  .command('operator <email>')
  .description('names the account that sets keys, models and search services in the app (without one: the first account)')
  .action((email: string) => command(async () => (await import('./main/commands/user.ts')).nameOperator)(email));
program
  .command('demo')
  .description('a webset over the sample web, from request to export')
  .action(command(async () => (await import('./main/commands/demo.ts')).demo));

const args = process.argv.slice(2);
try {
  await program.parseAsync(args.length > 0 ? args : ['serve'], { from: 'user' });
} catch (error) {
  if (!(error instanceof CommanderError)) throw error; // it has already printed the error or help
  process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
}
