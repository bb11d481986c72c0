const debug = create_debugger(name);
const skip = /\.(map|json)$/
export const can_skip = skip.test(name);
