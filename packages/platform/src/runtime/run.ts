import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { processEnv } from '../config/common-settings.ts';
import { ConfigError, type EnvSource } from '../config/settings.ts';
import { type IdentityFiles, watchIdentity } from '../identity/identity.ts';
import { openLog } from '../telemetry/log.ts';
import { dependencyMetrics, metersIn, watchEventLoop } from '../telemetry/metrics.ts';
import { flushTelemetry } from '../telemetry/spans.ts';
import { requirePort } from './port.ts';
import { openHealth, type Runtime, VERSION } from './runtime.ts';

type ProcessConfig = {
  readonly listenHost: string;
  readonly adminPort: number;
  readonly logLevel: string;
  readonly shutdownTimeoutMs: number;
} & Partial<IdentityFiles>;

const EXIT_CONFIG = 78;
/** Whether or not anybody probes, so that metrics show dependencies as they are. */
const CHECK_EVERY_MS = 5_000;
/** Part of each value of the lag. Node's default of 10 ms wakes a process a hundred times a second. */
const EVENT_LOOP_LOOK_EVERY_MS = 50;

/** Runs a service until SIGTERM or SIGINT, then drains it, releases its resources and exits. */
export async function run<C extends ProcessConfig>(
  service: string,
  loadConfig: (source: EnvSource) => C,
  start: (config: C, runtime: Runtime) => Promise<AsyncDisposable>,
): Promise<void> {
  const config = configOrExit(service, () => loadConfig(processEnv()));
  const runtime = await withIdentity(openRuntime(service, config.logLevel), config);
  const { log, health } = runtime;
  process.on('unhandledRejection', (err) => die(err, 'unhandled rejection'));
  process.on('uncaughtException', (err) => die(err, 'uncaught exception'));

  function die(err: unknown, what: string): never {
    log.fatal({ err }, what);
    process.exit(err instanceof ConfigError ? EXIT_CONFIG : 1);
  }

  const admin = await serveAdmin(runtime, { host: config.listenHost, port: config.adminPort });
  const stopping = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stopping.resolve(signal));
  }
  // A launcher keeps a channel to this process open; when the launcher ends, this process ends too.
  process.once('disconnect', () => stopping.resolve('launcher disconnected'));

  const starting = start(config, runtime).catch((err: Error) =>
    die(err, `cannot start: ${err.message}`),
  );
  const running = await Promise.race([starting, stopping.promise]);
  if (typeof running === 'string') process.exit(0);
  const cold = await Promise.race([health.warmUp(), stopping.promise.then(() => [])]);
  if (cold.length > 0) log.warn({ cold }, 'ready without a complete warm-up');
  health.started();
  setInterval(() => void health.readyProblems(), CHECK_EVERY_MS).unref();
  log.info({ event: 'started', adminPort: admin.port, ...startCost() }, 'serving');

  const signal = await stopping.promise;
  health.drain();
  log.info({ event: 'stopping', signal }, 'draining');
  // A drain that outlives the grace period would be killed in the middle of a write.
  setTimeout(
    () => die(new Error('drain took too long'), 'forced exit'),
    config.shutdownTimeoutMs,
  ).unref();
  await running[Symbol.asyncDispose]();
  await admin[Symbol.asyncDispose]();
  log.info({ event: 'stopped' }, 'stopped');
  await flushTelemetry();
  process.exit(0);
}

/** Since the process began. On a machine that many programs share, processor time says more of this one. */
function startCost() {
  const { user, system } = process.cpuUsage();
  return {
    startMs: Math.round(process.uptime() * 1_000),
    startCpuMs: Math.round((user + system) / 1_000),
  };
}

function configOrExit<C>(service: string, load: () => C): C {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${service} cannot start: invalid configuration:\n${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}

/** The process ends when its certificate files are missing or do not fit together. */
async function withIdentity(runtime: Runtime, config: ProcessConfig): Promise<Runtime> {
  const { tlsCertFile, tlsKeyFile, tlsCaFile } = config;
  if (!tlsCertFile || !tlsKeyFile || !tlsCaFile) return runtime;
  try {
    const files = { ...config, tlsCertFile, tlsKeyFile, tlsCaFile };
    return { ...runtime, identity: await watchIdentity(files, runtime) };
  } catch (err) {
    runtime.log.fatal(
      { err },
      'certificate files refused: check TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE',
    );
    process.exit(EXIT_CONFIG);
  }
}

function openRuntime(service: string, level: string): Runtime {
  const metrics = new Registry();
  metrics.setDefaultLabels({ service });
  collectDefaultMetrics({
    register: metrics,
    eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_EVERY_MS,
  });
  watchEventLoop(metrics);
  const help = 'Always 1; its labels name the running version';
  const build = metersIn(metrics).gauge('build_info', help, 'version', 'node_version');
  build.set({ version: VERSION, node_version: process.version }, 1);
  return {
    metrics,
    log: openLog({ service, level, version: VERSION }),
    health: openHealth(dependencyMetrics(metrics)),
  };
}

type Options = { readonly host: string; readonly port: number };

/** Probes and metrics, on a port of their own that no client reaches. */
async function serveAdmin(
  { health, metrics }: Runtime,
  { host, port }: Options,
): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer(async (request, response) => {
    switch (request.url) {
      case '/livez':
        return sendProblems(response, await health.liveProblems());
      case '/readyz':
        return sendProblems(response, await health.readyProblems());
      case '/metrics':
        return sendMetrics(response, metrics);
      default:
        response.statusCode = 404;
        return response.end('not found\n');
    }
  });
  await requirePort('ADMIN_PORT', { host, port });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function sendMetrics(response: ServerResponse, metrics: Registry): Promise<void> {
  try {
    const text = await metrics.metrics();
    response.setHeader('content-type', metrics.contentType);
    response.end(text);
  } catch (error) {
    response.statusCode = 500;
    response.end(`${(error as Error).message}\n`);
  }
}

function sendProblems(response: ServerResponse, problems: readonly string[]): void {
  response.statusCode = problems.length === 0 ? 200 : 503;
  response.end(problems.length === 0 ? 'ok\n' : `${problems.join('\n')}\n`);
}
