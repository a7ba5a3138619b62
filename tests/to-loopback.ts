/** Settings of a worker that may send to this machine over plain http, where tests have their receivers. */
export const toLoopback = { ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false };
