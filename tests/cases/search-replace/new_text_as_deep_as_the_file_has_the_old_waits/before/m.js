  function oldName() {}
  next();
