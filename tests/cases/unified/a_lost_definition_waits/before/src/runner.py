def run_all(data):
    results = []
    for item in data:
        results.append(run_one(item))
    report(results)
    return results
