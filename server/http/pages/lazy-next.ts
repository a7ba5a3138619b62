import { adoptBuiltConfig } from "./built-config";

type Next = typeof import("next")["default"];
type NextOptions = Parameters<Next>[0];
type NextServer = ReturnType<Next>;

/**
 * Loads Next with the first page or script that it serves: a process that serves the API alone does without its memory.
 * Loading holds the thread for up to half a second. Public pages are served without it, so a flood of them is not felt.
 */
export function lazyNext(options: NextOptions, load = () => loadNext(options)) {
  let server: Promise<NextServer> | undefined;

  return {
    /** Loads Next again after it failed to load. */
    get(): Promise<NextServer> {
      server ??= load().catch((error) => {
        server = undefined;
        throw error;
      });
      return server;
    },
    /** Closes Next if it was loaded. A failure to load it is reported to those who asked for it. */
    async close(): Promise<void> {
      const loaded = await server?.catch(() => undefined);
      await loaded?.close();
    },
  };
}

async function loadNext(options: NextOptions): Promise<NextServer> {
  if (!options.dev) await adoptBuiltConfig();
  const { default: next } = await import("next");
  const loaded = next(options);
  await loaded.prepare();
  return loaded;
}
