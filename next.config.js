export default {
  poweredByHeader: false,
  agentRules: false,
  reactStrictMode: true,
};
