export default (phase) => ({
  poweredByHeader: false,
  agentRules: false,
  reactStrictMode: true,
  // What serves the built page, for the packages (bin/release); without the image library, as no image is resized.
  output: 'standalone',
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  // `npm run check` reads the types, and a first start should not.
  typescript: { ignoreBuildErrors: true },
  // Both take a third of a build, for the next one and for traces that nothing maps.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: phase === 'phase-development-server',
  },
});
