// How requests reach whoever answers them: here by HTTP. The page without a server has another file of this name.

export const send = (name, options) => fetch(`api/${name}`, options);

// Begin whatever is needed before the first answer; a server needs nothing.
export function prepare() {}
