export const systemHint = "How the installation itself does, looked at every five seconds.";
