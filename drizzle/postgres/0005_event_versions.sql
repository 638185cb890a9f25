ALTER TABLE "event" ADD COLUMN "review_version" integer;--> statement-breakpoint
CREATE INDEX "event_of_review" ON "event" USING btree ("review_id","review_version");