// Health check of the image. Exits with 0 if the address answers with 200: the API, or the address in the first argument.
const { PORT = "3000" } = process.env;
const [address = `http://127.0.0.1:${PORT}/healthz`] = process.argv.slice(2);
const { ok } = await fetch(address).catch(() => ({ ok: false }));
process.exit(ok ? 0 : 1);
