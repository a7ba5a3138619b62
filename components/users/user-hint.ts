export const userHint =
  "People who may sign in, and what each may do. Everybody sees all accounts.";
