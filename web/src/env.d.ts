/** True only in development builds: the mocked messenger and the debug console exist. */
declare const __DEV_MESSENGER__: boolean

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
