ALTER TABLE "review" ADD COLUMN "last_thread_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "number" integer;--> statement-breakpoint
UPDATE "thread" SET "number" = "numbered"."number" FROM (SELECT "id", row_number() OVER (PARTITION BY "review_id" ORDER BY "created_at", "id") AS "number" FROM "thread" WHERE "artifact_id" IS NOT NULL) AS "numbered" WHERE "thread"."id" = "numbered"."id";--> statement-breakpoint
UPDATE "review" SET "last_thread_number" = (SELECT count(*) FROM "thread" WHERE "thread"."review_id" = "review"."id" AND "artifact_id" IS NOT NULL);
