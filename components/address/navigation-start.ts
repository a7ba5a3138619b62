/** Event of the window when the router starts to load another page. */
export const navigationStart = "postback-navigation-start";
