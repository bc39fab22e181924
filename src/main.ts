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

yieldFirstProcess();
enableCompileCache(); // a quarter off each start of a process
const exported = { ...process.env };
if (existsSync('.env')) process.loadEnvFile();

/** Puts a model of this machine into the settings, for this process and those that it starts. */
async function findModel(): Promise<void> {
  const { withLocalModel } = await import('./main/local/auto.ts');
  Object.assign(process.env, await withLocalModel(process.env, (line) => console.error(line)));
}

/** Runs a command with the settings of the environment; what goes wrong is said in a line and ends the process with 1, a wrong value with 2. */
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
  .action(command(async () => (await import('./main/processes/serve.ts')).serve));
program
  .command('gateway')
  .description('a gateway on DATABASE_URL: GraphQL, REST, streams')
  .action(command(async () => (await import('./main/processes/gateway.ts')).runGateway));
program
  .command('worker')
  .description('a worker on DATABASE_URL: sees runs through')
  .action(command(async () => (await import('./main/processes/worker.ts')).runWorker));
program
  .command('ask <request...>')
  .description('asks for something in plain English, and shows or writes the rows found; on the service that runs, or one of its own')
  .option('--csv <file>', 'writes every row to a file, with its values and verdicts')
  .option('--target <n>', 'how many rows that match are wanted (RUN_TARGET, 20)')
  .option('--preview', 'reads ten pages at most')
  .action((request: string[], options: AskOptions) =>
    command(async () => (await import('./main/commands/ask/ask.ts')).ask)(request.join(' '), options),
  );
program
  .command('index <what>')
  .description(`reads a folder (${FILE_TYPES}), a sitemap or a text file of URLs into a collection that everybody searches`)
  .option(
    '--base <url>',
    'the address that a folder stands under; without it this service gives each file one, at which it serves its text',
  )
  .option('--name <name>', 'what the collection is called; without it by what was indexed')
  .option('--remove', 'takes the collection away that is called so, or was made of it')
  .action((what: string, options: IndexOptions) =>
    command(async () => (await import('./main/commands/index-pages.ts')).indexPages)(what, options),
  );
program
  .command('migrate')
  .description('brings the database to this version')
  .action(command(async () => (await import('./main/database.ts')).migrateDatabase));
program
  .command('doctor')
  .description('tries the database, every search provider and every model')
  .action(command(async () => (await import('./main/commands/doctor.ts')).doctor));
program
  .command('model')
  .description('finds Ollama, LM Studio, llama.cpp, vLLM and SearXNG on this machine, tries a model, and writes .env')
  .option('--use <model>', 'the model to take, by its name')
  .option('--yes', 'changes settings that .env has without asking')
  .action((options: ModelOptions) => command(async () => (await import('./main/commands/model.ts')).chooseModel)({ ...options, exported }));
program
  .command('pauses')
  .description('the hosts, search providers and models that are left alone now, and for how long')
  .option('--clear <name...>', 'ends the pause of a host, a provider or a model, by its name as it is shown, with or without what it is')
  .action(({ clear }: { clear?: string[] }) =>
    command(async () => (await import('./main/commands/pauses.ts')).showPauses)(clear?.join(' ')),
  );
program
  .command('pages')
  .description('the pages that nobody reads for a day, since a thread was ended at them')
  .option('--forget <url>', 'has one read again')
  .action(({ forget }: { forget?: string }) => command(async () => (await import('./main/commands/pauses.ts')).showPages)(forget));
program
  .command('record <webset> <file>')
  .description('writes what a webset’s first run was told and found into a file (the worker runs with RECORD=on)')
  .action((webset: string, file: string) => command(async () => (await import('./main/commands/record.ts')).recordRun)(webset, file));
program
  .command('replay <file>')
  .description('plays a recorded run again, asking nobody, and compares its rows')
  .action((file: string) =>
    command(async () => {
      const { replayRun } = await import('./main/commands/record.ts');
      return () => replayRun(file);
    })(),
  );
program
  .command('build')
  .description('builds the web app, when it is missing or its sources have changed')
  .action(command(async () => (await import('./main/web.ts')).buildWeb));
const user = program.command('user').description('the accounts of a running service');
user
  .command('list')
  .description('every account, with the number of its websets')
  .action(command(async () => (await import('./main/commands/user.ts')).listAccounts));
user
  .command('add <email>')
  .description('makes an account and prints its password')
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
  if (!(error instanceof CommanderError)) throw error; // it said what is wrong, or printed help
  process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
}
