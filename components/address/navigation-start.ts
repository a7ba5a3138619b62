/** Event of the window when the router starts to load another page. Its detail is the address of that page. */
export const navigationStart = "postback-navigation-start";
