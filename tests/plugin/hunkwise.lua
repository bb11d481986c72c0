-- A review inside of Neovim, by `hunkwise serve` alone: the proof that its JSON is enough for an editor.
local M = { answers = {}, events = {}, next_id = 0, rest = "", report = nil }

local function take(line)
  if line == "" then
    return
  end
  local message = vim.json.decode(line)
  if message.event then
    table.insert(M.events, message)
  elseif message.id and message.id ~= vim.NIL then
    M.answers[message.id] = message
  end
end

-- Starts the program for the files under `root`.
function M.start(program, root)
  M.job = vim.fn.jobstart({ program, "serve", "--root", root }, {
    on_stdout = function(_, pieces)
      M.rest = M.rest .. pieces[1]
      for index = 2, #pieces do
        take(M.rest)
        M.rest = pieces[index]
      end
    end,
  })
  assert(M.job > 0, "the program does not start")
end

-- Sends one request and waits for its answer; an error is raised as `code: text`.
function M.request(method, params)
  M.next_id = M.next_id + 1
  local id = M.next_id
  local request = { id = id, method = method, params = params }
  vim.fn.chansend(M.job, vim.json.encode(request) .. "\n")
  local came = vim.wait(60000, function()
    return M.answers[id] ~= nil
  end, 10)
  assert(came, method .. " is not answered")
  local answer = M.answers[id]
  M.answers[id] = nil
  if answer.error then
    error(answer.error.code .. ": " .. answer.error.text, 0)
  end
  return answer.result
end

-- Opens the patch in a file.
function M.open(file)
  M.report = M.request("open", { file = file })
  return M.report
end

-- Lists the hunks: one line for each, as for the quickfix list.
function M.list()
  local entries = {}
  for _, file in ipairs(M.report.files) do
    for _, hunk in ipairs(file.hunks) do
      local first = hunk.candidates[1]
      table.insert(entries, {
        filename = file.path,
        lnum = hunk.line or (first and first.line) or 1,
        text = hunk.id .. " " .. hunk.status,
        user_data = hunk.id,
      })
    end
  end
  return entries
end

-- Returns the hunk of this id and its file.
function M.find(id)
  for _, file in ipairs(M.report.files) do
    for _, hunk in ipairs(file.hunks) do
      if hunk.id == id then
        return hunk, file
      end
    end
  end
  error("no hunk " .. id)
end

-- Shows in a scratch buffer what the file would be with the hunk at its nth place.
function M.preview(id, nth, root)
  local hunk, file = M.find(id)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.fn.readfile(root .. "/" .. file.path))
  local edits = {}
  for _, edit in ipairs(hunk.candidates[nth].edits) do
    table.insert(edits, { range = edit.range, newText = edit.new_text })
  end
  vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

-- Puts a hunk on its nth place, by the place's name.
function M.choose(id, nth)
  local hunk = M.find(id)
  local place = { id = hunk.candidates[nth].id }
  local decisions = { version = 1, hunks = { { hunk = id, place = place } } }
  M.report = M.request("settle", decisions)
end

-- Rejects a hunk, with a word to the model.
function M.reject(id, why)
  local decisions = { version = 1, hunks = { { hunk = id, decision = "reject", why = why } } }
  M.report = M.request("settle", decisions)
end

-- Returns the unified diff of all that would be written.
function M.diff()
  return M.request("preview").diff
end

-- Writes all that is settled, all or none, and returns the number for an undo.
function M.apply()
  M.report = M.request("apply")
  vim.cmd("checktime")
  return M.report.apply_id
end

-- Takes an apply back.
function M.undo(id)
  return M.request("undo", { id = id })
end

return M
