local folder = vim.fn.getcwd()
local id = vim.lsp.start_client({ name = "puzzlelang", cmd = { "puzzlelang", "language-server" }, root_dir = folder,
  workspace_folders = { { uri = vim.uri_from_fname(folder), name = "rules" } } })
vim.cmd("edit more.rules")
local buffer = vim.api.nvim_get_current_buf()
vim.lsp.buf_attach_client(buffer, id)
-- Neovim opens a file that extends another, sees a mistake, mends it, completes, renames and formats.
local function out(...) io.stdout:write(table.concat({ ... }, " ") .. "\n") end
vim.wait(8000, function() return #vim.diagnostic.get(buffer) > 0 end, 50)
for _, one in ipairs(vim.diagnostic.get(buffer)) do out("DIAG", one.code or "?", one.lnum, one.col, (one.message:gsub("\n", " "))) end
local function ask(method, params) local r = vim.lsp.buf_request_sync(buffer, method, params, 8000); return r and r[id] and r[id].result end
local here = { uri = vim.uri_from_bufnr(buffer) }
local at = vim.diagnostic.get(buffer)[1]
local range = { start = { line = at.lnum, character = at.col }, ["end"] = { line = at.end_lnum, character = at.end_col } }
local actions = ask("textDocument/codeAction", { textDocument = here, range = range, context = { diagnostics = {} } })
out("ACTION", actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
vim.wait(1500, function() return #vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR }) == 0 end, 50)
out("ERRORS", #vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR }))
local items = ask("textDocument/completion", { textDocument = here, position = { line = 2, character = 44 } })
out("COMPLETES", #items)
local edit = ask("textDocument/rename", { textDocument = here, position = { line = 2, character = 41 }, newName = "lamp" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
vim.cmd("silent wall")
local edits = ask("textDocument/formatting", { textDocument = here, options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
vim.cmd("silent wall")
vim.cmd("qall!")
