-- Asks `tactics` about one position after another, those of the file that RETI_POSITIONS names.
local bodies = {}
for fen in io.lines(os.getenv("RETI_POSITIONS")) do
  bodies[#bodies + 1] = string.format('{"fen": "%s"}', fen)
end
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local next = 0
function request()
  next = next % #bodies + 1
  return wrk.format(nil, nil, nil, bodies[next])
end
