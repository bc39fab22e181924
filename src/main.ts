import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { styleText } from 'node:util';
import { Command } from 'commander';
import { readConfig } from './config.ts';
import { wordsOf } from './domain/errors.ts';
import './main/imports.ts';
import { yieldFirstProcess } from './main/processes/first-process.ts';
import { keepTelling, tellParent } from './main/processes/process.ts';

yieldFirstProcess();
enableCompileCache(); // a quarter off each start of a process
if (existsSync('.env')) process.loadEnvFile();

/** Runs a command with the settings of the environment; what goes wrong is said in a line and ends the process with 1. */
const command =
  <A extends unknown[]>(load: () => Promise<(config: ReturnType<typeof readConfig>, ...args: A) => Promise<number>>) =>
  async (...args: A) => {
    keepTelling();
    try {
      const config = readConfig(process.env);
      const run = await load();
      process.exitCode = await run(config, ...args);
    } catch (error) {
      const message = wordsOf(error);
      tellParent({ type: 'failed', message });
      if (!process.send) console.error(styleText('red', message));
      process.exitCode = 1;
    }
    process.channel?.unref();
  };

const program = new Command('webset').description('Turns a plain-English request into a verified, structured dataset.');

program
  .command('serve', { isDefault: true })
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
  .command('index <what>')
  .description('reads a folder, a sitemap or a file of URLs into the search index')
  .option('--base <url>', 'the address that a folder stands under')
  .action((what: string, { base }: { base?: string }) =>
    command(async () => (await import('./main/commands/index-pages.ts')).indexPages)(what, base),
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
  .command('pauses')
  .description('the hosts, search providers and models that are left alone now, and for how long')
  .option('--clear <host>', 'ends the pause of a host, a provider or a model')
  .action(({ clear }: { clear?: string }) => command(async () => (await import('./main/commands/pauses.ts')).showPauses)(clear));
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
program
  .command('demo')
  .description('a webset over the sample web, from request to export')
  .action(command(async () => (await import('./main/commands/demo.ts')).demo));

await program.parseAsync();
