-- Drives the plugin as its user would, and writes what it saw for the test to look at.
local root, program, folder = vim.env.PLUGIN_ROOT, vim.env.PLUGIN_PROGRAM, vim.env.PLUGIN_FOLDER
local plugin = dofile(folder .. "/hunkwise.lua")
local seen = {}
local ok, fault = pcall(function()
  plugin.start(program, root)
  plugin.open(root .. "/reply.md")
  seen.list = plugin.list()
  local tie = seen.list[1].user_data
  seen.preview = plugin.preview(tie, 2, root)
  local refused, why = pcall(plugin.apply)
  seen.refused, seen.why = not refused, why
  plugin.choose(tie, 2)
  seen.diff = plugin.diff()
  seen.apply_id = plugin.apply()
  seen.written = vim.fn.readfile(root .. "/twins.py")
  seen.undone = plugin.undo(seen.apply_id).undid
  plugin.reject(tie, "not this one")
  seen.rejected = plugin.find(tie).status
end)
seen.ok, seen.fault = ok, fault
vim.fn.writefile({ vim.json.encode(seen) }, root .. "/seen.json")
vim.cmd("qa!")
